/** The bodies of responses: one form for success, one for every error. */
import type { AppError } from '@footfall/errors';

/** Returns the body of an analytics response: the envelope's fields, then those of the result. `resultJson` is the JSON of an object that is not empty; it is never parsed, so that a cached response stays cheap. */
export function successText(workspaceId: string, fromCache: boolean, resultJson: string): string {
  const envelope = JSON.stringify({ success: true, workspaceId, fromCache });
  return `${envelope.slice(0, -1)},${resultJson.slice(1)}`;
}

/** Returns the body of an admin response: the result under `data`. */
export function adminSuccess<Data>(data: Data) {
  return { success: true as const, data };
}

/** Returns the body of an error. */
export function failure(error: AppError) {
  return { success: false as const, error: { code: error.code, message: error.message } };
}

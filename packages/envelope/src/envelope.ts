/** The bodies of responses: one form for success, one for every error. */
import type { AppError } from '@footfall/errors';

/** Body of an analytics answer: the result's fields at the top level after the envelope's own. */
export function success<Result extends object>(workspaceId: string, fromCache: boolean, result: Result) {
  return { success: true as const, workspaceId, fromCache, ...result };
}

/** Body of an administration answer: the result under `data`. */
export function adminSuccess<Data>(data: Data) {
  return { success: true as const, data };
}

/** Body of any error. */
export function failure(error: AppError) {
  return { success: false as const, error: { code: error.code, message: error.message } };
}

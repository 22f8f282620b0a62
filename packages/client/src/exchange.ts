/** One request and its response, JSON or CSV: credentials, deadline, errors. */
import { ApiError } from './api-error.ts';
import type { Credentials } from './credentials.ts';

interface RequestOptions {
  method?: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  timeoutMs?: number | undefined;
  /** The cache mode of the browser. */
  cache?: 'no-cache';
}

type Success<Body> = Body & { success: true };

interface Exchanged<Body> {
  body: Body;
  headers: Headers;
}

const timeoutDefaultMs = 30_000;

export function credentialFields(credentials: Credentials): Record<string, string> {
  if ('key' in credentials) return { Authorization: `Bearer ${credentials.key}` };
  if ('workspaceId' in credentials) return { 'X-Workspace': credentials.workspaceId };
  return { 'X-Share': credentials.shareGrant };
}

/** `base` may end in slashes. Rejects with an ApiError unless the response is a success of the API itself, and with fetch's error if there is none in time. */
export async function exchange<Body>(base: string, path: string, options: RequestOptions): Promise<Exchanged<Body>> {
  const response = await send(base, path, 'application/json', options);
  const received: unknown = response.status === 204 ? { success: true } : await response.json().catch(() => undefined);
  if (response.ok && isSuccess<Body>(received)) return { body: received, headers: response.headers };
  throw new ApiError(response, received);
}

/** Like `exchange`, for a CSV response. */
export async function exchangeCsv(base: string, path: string, options: RequestOptions): Promise<string> {
  const response = await send(base, path, 'text/csv', options);
  if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return response.text();
  throw new ApiError(response, await response.json().catch(() => undefined));
}

function send(base: string, path: string, accept: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', headers, body, cache, timeoutMs = timeoutDefaultMs } = options;
  return fetch(base.replace(/\/+$/, '') + path, {
    method,
    headers: {
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(cache && { cache }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Checks that the envelope reports success; the server guarantees the form of the rest. */
function isSuccess<Body>(body: unknown): body is Success<Body> {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true;
}

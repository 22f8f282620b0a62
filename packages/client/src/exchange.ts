/** One request and its response, JSON or CSV, and its errors. */
import { ApiError } from './api-error.ts';
import { isObject } from './is-object.ts';

export interface ApiRequest {
  method?: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** The signal that aborts the request; by default that of the deadline. */
  signal?: AbortSignal;
  /** The cache mode of the browser. */
  cache?: 'no-cache';
}

type Success<Body> = Body & { success: true };

interface Exchanged<Body> {
  body: Body;
  headers: Headers;
}

/** The deadline of a request and its response. */
export const timeoutDefaultMs = 30_000;

/**
 * Rejects with an ApiError unless the response is a success of the API itself, with the reason of an aborted signal, and
 * with fetch's error if the response is not complete.
 */
export async function exchange<Body>(url: string, request: ApiRequest): Promise<Exchanged<Body>> {
  const response = await send(url, 'application/json', request);
  const received = parsed(await response.text());
  if (response.ok && isSuccess<Body>(received)) return { body: received, headers: response.headers };
  throw new ApiError(response, received);
}

/** Like `exchange`, for a CSV response. */
export async function exchangeCsv(url: string, request: ApiRequest): Promise<string> {
  const response = await send(url, 'text/csv', request);
  const text = await response.text();
  if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return text;
  throw new ApiError(response, parsed(text));
}

function send(url: string, accept: string, request: ApiRequest): Promise<Response> {
  const { headers, body, ...rest } = request;
  return fetch(url, {
    signal: AbortSignal.timeout(timeoutDefaultMs),
    ...rest,
    headers: {
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Returns the time at which a result was computed, in epoch milliseconds. */
export function asOfMs(headers: Headers): number {
  const asOf = ['last-modified', 'date'].map((field) => headers.get(field)).find(Boolean);
  return Date.parse(asOf ?? '') || Date.now();
}

/** Returns undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks that the envelope reports success and is not empty; the server guarantees the form of the rest. */
function isSuccess<Body>(body: unknown): body is Success<Body> {
  return isObject(body) && body['success'] === true && Object.keys(body).length > 1;
}

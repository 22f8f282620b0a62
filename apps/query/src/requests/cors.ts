/** CORS: pages of any origin can read the analytics API. A key is sent in a separate header, which no browser adds by itself. */
import type { ServerResponse } from 'node:http';
import { type Fields, rateLimitFields } from '@footfall/http';
import { uncounted } from './callers.ts';

/** The methods of every endpoint. */
export const methods = 'GET, HEAD, OPTIONS';
const requestHeaders = 'Authorization, X-API-Key, If-None-Match';
const exposedHeaders =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, X-Period, X-Compared-Period, X-Ignored-Parameters, Content-Disposition, ETag, WWW-Authenticate';
/** A day; browsers limit it to about two hours. */
const preflightMaxAgeSeconds = 86_400;

/** Allows any origin, without credentials. */
export const anyOriginFields: Fields = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposedHeaders,
];

/** Responds to OPTIONS on any path under `/api/v1`, with the headers of `head`. Browsers send no key with it, so it requires none and is not counted. */
export function sendPreflight(response: ServerResponse, head: Fields, nowMs: number): void {
  response.writeHead(204, [
    ...head,
    ...rateLimitFields(uncounted(nowMs)),
    'Cache-Control',
    'no-store',
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    requestHeaders,
    'Access-Control-Max-Age',
    String(preflightMaxAgeSeconds),
    'Allow',
    methods,
  ]);
  response.end();
}

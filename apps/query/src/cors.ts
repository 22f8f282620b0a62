/** Pages of any origin may read the analytics API: a key goes in a header of its own, so there is nothing that a browser would add by itself. */
import type { ServerResponse } from 'node:http';
import { setRateLimitHeaders } from '@footfall/http';
import { uncounted } from './callers.ts';

/** What every endpoint answers to. */
export const methods = 'GET, HEAD, OPTIONS';
const requestHeaders = 'Authorization, X-API-Key, If-None-Match';
const exposedHeaders =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, ETag, WWW-Authenticate';
/** A day; browsers cap it at two hours or so. */
const preflightMaxAgeSeconds = 86_400;

/** Any origin, without credentials. */
export function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Answers OPTIONS on any path under `/api/v1`. A browser sends no key with it, so it needs none and is not counted. */
export function answerPreflight(response: ServerResponse, nowMs: number): void {
  setRateLimitHeaders(response, uncounted(nowMs));
  response.setHeader('Access-Control-Allow-Methods', methods);
  response.setHeader('Access-Control-Allow-Headers', requestHeaders);
  response.setHeader('Access-Control-Max-Age', preflightMaxAgeSeconds);
  response.setHeader('Allow', methods);
  response.statusCode = 204;
  response.end();
}

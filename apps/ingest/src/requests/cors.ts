/** CORS: every response is readable by the page that sent the request; the allowed origins of its key decide whether its events are accepted. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fields, setFields, setRequestId } from '@footfall/http';
import { hostCharsMax } from '../lookups/web-address.ts';

export const methods = 'POST, OPTIONS';
const requestHeaders = 'Authorization, Content-Encoding, Content-Type, X-API-Key';
const exposedHeaders =
  'Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** A day; browsers limit it to about two hours. */
const preflightMaxAgeSeconds = 86_400;

/**
 * Returns the fields that let the page of `origin`, which sent the request, read the response, including errors: a page that could
 * not would assume a broken network and retry. This exposes nothing, as no cookie is ever set or read. Credentials are allowed because
 * beacons always send them.
 */
export function readingFields(origin: string | undefined): Fields {
  if (origin === undefined) return ['Vary', 'Origin'];
  return [
    'Vary',
    'Origin',
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    exposedHeaders,
    'Cross-Origin-Resource-Policy',
    'cross-origin',
  ];
}

/** Sets these fields on a response whose head is not written as a whole. */
export function allowReading(request: IncomingMessage, response: ServerResponse): void {
  setFields(response, readingFields(request.headers.origin));
}

/** Responds to OPTIONS and returns the status. A preflight has no key, so it allows any origin; the POST is checked. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse): number {
  setRequestId(response);
  allowReading(request, response);
  response.setHeader('Access-Control-Allow-Methods', methods);
  response.setHeader('Access-Control-Allow-Headers', requestHeaders);
  response.setHeader('Access-Control-Max-Age', preflightMaxAgeSeconds);
  response.setHeader('Allow', methods);
  response.statusCode = 204;
  response.end();
  return 204;
}

/**
 * Returns true if `origin` is one of `allowed`: a host, exact or `*.` for every host under it, with a port or for any.
 * `null` and other values that are not a web page are never allowed.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  const patterns = patternsOf(origin);
  return allowed.some((pattern) => patterns.has(pattern.toLowerCase()));
}

/** Returns every entry of a list that would allow `origin`, in lower case, the most specific first; none if it is not a web page. */
export function patternsOf(origin: string): ReadonlySet<string> {
  const url = readOrigin(origin);
  if (url === undefined) return new Set();
  const hostname = url.hostname.replace(/\.$/, '');
  // `*.` stands for whole labels.
  const labels = hostname.split('.');
  const hosts = [hostname, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)];
  const port = url.port === '' ? defaultPorts.get(url.protocol) : url.port;
  return new Set(hosts.flatMap((host) => [host, `${host}:${port}`]));
}

/** Returns the origin as it may be shown; null if it is not a web page. */
export function shownOrigin(origin: string | undefined): string | null {
  return (origin !== undefined && readOrigin(origin)?.origin) || null;
}

const defaultPorts = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

/** Returns the URL of the bare origin of a web page: international names in punycode, all in lower case. */
function readOrigin(origin: string): URL | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const isBare = url.href === `${url.origin}/`;
  return isBare && defaultPorts.has(url.protocol) && url.hostname.length <= hostCharsMax ? url : undefined;
}

/** CORS: every response is readable by the page that sent the request; the allowed origins of its key decide whether its events are accepted. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export const methods = 'POST, OPTIONS';
const requestHeaders = 'Authorization, Content-Encoding, Content-Type, X-API-Key';
const exposedHeaders =
  'Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** A day; browsers cap it at two hours or so. */
const preflightMaxAgeSeconds = 86_400;

/**
 * Lets the page that sent the request read the response, also an error: a page that could not would assume a broken
 * network and send again. This exposes nothing, as no cookie is ever set or read. Credentials are allowed because
 * beacons always send them.
 */
export function allowReading(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Answers OPTIONS and returns the status. A preflight carries no key, so any origin passes; the POST is checked. */
export function answerPreflight(response: ServerResponse): number {
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
 * No list allows every origin; a list never allows `null` or what is not a web page.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const page = readOrigin(origin);
  return page !== undefined && allowed.some((pattern) => matches(page, pattern.toLowerCase()));
}

interface Page {
  /** In lower case, international names in punycode, without a final dot. */
  hostname: string;
  port: string;
}

const defaultPorts = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);

function readOrigin(origin: string): Page | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const defaultPort = defaultPorts.get(url.protocol);
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (defaultPort === undefined || !isBare) return undefined;
  return { hostname: url.hostname.replace(/\.$/, ''), port: url.port === '' ? defaultPort : url.port };
}

function matches({ hostname, port }: Page, pattern: string): boolean {
  const [host = '', wantedPort] = pattern.split(':');
  if (wantedPort !== undefined && wantedPort !== port) return false;
  // The dot of `*.` stays, so that only whole labels match.
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}

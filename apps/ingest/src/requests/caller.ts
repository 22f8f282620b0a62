/** Finds the key of a request and its owner, and checks that the page it comes from may use it. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { apiKeyPrefixes, type Authenticator, type Identity } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { readCredentials } from '@footfall/http';
import { isAllowedOrigin } from './cors.ts';

/** The reason why a key was refused although it may be valid; counted in `/metrics`. */
export type Refusal = 'secret key from a browser' | 'secret key in the open' | 'origin not allowed';

/** Returns the key in the headers or the query string; undefined if there is none. Throws UNAUTHORIZED if two disagree. */
export function keyBeforeBody(request: IncomingMessage, refuse: (why: Refusal) => void): string | undefined {
  const inHeaders = readCredentials(request.headersDistinct);
  if (inHeaders.kind === 'conflict') throw unauthorized();
  const keys = keysInQuery(request.url ?? '');
  for (const key of keys) requireOpenKey(key, refuse);
  return agree(inHeaders.kind === 'none' ? keys : [inHeaders.key, ...keys]);
}

/** Returns the key of the whole request: the one in the body must agree with the one before it. Throws UNAUTHORIZED if they disagree or there is none. */
export function keyWithBody(before: string | undefined, inBody: unknown, refuse: (why: Refusal) => void): string {
  const keys = before === undefined ? [] : [before];
  if (inBody !== undefined) {
    if (typeof inBody !== 'string') throw unauthorized();
    requireOpenKey(inBody, refuse);
    keys.push(inBody);
  }
  const key = agree(keys);
  if (key === undefined) throw unauthorized();
  return key;
}

/** The origin of a request, as its headers and URL state it. */
export interface Sender {
  /** True for a page in a browser, which everybody can read. */
  isPage: boolean;
  /** Those of every page that it names; each must be allowed. */
  origins: readonly string[];
}

/** Returns the identity of `key`. Throws UNAUTHORIZED without one, FORBIDDEN for a secret key from a page or an origin that is not allowed. */
export async function identify(
  authenticator: Authenticator,
  key: string,
  { isPage, origins }: Sender,
  refuse: (why: Refusal) => void,
): Promise<Identity> {
  const identity = await authenticator.identify(key);
  if (!identity) throw unauthorized();
  if (identity.type === 'secret') {
    if (!isPage) return identity;
    refuse('secret key from a browser');
    throw new AppError('FORBIDDEN', 'A secret key must not be used in a page: revoke it, and use a public key');
  }
  if (!origins.every((origin) => isAllowedOrigin(origin, identity.allowedOrigins))) {
    refuse('origin not allowed');
    throw new AppError('FORBIDDEN', "This page is not one of the key's allowed origins");
  }
  return identity;
}

/** Returns the origins that the headers name: Origin, and that of Referer. */
export function originsIn({ origin, referer }: IncomingHttpHeaders): string[] {
  const origins = origin === undefined ? [] : [origin];
  return referer ? [...origins, originOfPage(referer)] : origins;
}

/** Returns the origin of the page at `url`; `null`, which no list allows, if that is not a URL. */
export function originOfPage(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

function keysInQuery(url: string): string[] {
  const start = url.indexOf('?');
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('key');
}

/** Throws FORBIDDEN for a secret key, valid or not: URLs and bodies of beacons end in logs and pages. */
function requireOpenKey(key: string, refuse: (why: Refusal) => void): void {
  if (!key.startsWith(apiKeyPrefixes.secret)) return;
  refuse('secret key in the open');
  throw new AppError('FORBIDDEN', 'A secret key is sent in a header only; in the body and the URL use a public key');
}

function agree(keys: readonly string[]): string | undefined {
  const [key, ...others] = keys;
  if (others.some((other) => other !== key)) throw unauthorized();
  return key;
}

/** Returns the same error whatever is wrong with a key, so that callers cannot tell the cases apart. */
function unauthorized(): AppError {
  return new AppError('UNAUTHORIZED', 'A valid API key is required: Authorization: Bearer <key>, or X-API-Key');
}

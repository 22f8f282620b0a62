/** Finds the key of a request and its owner, and checks that the page that sent it may use it. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hashToken, isWellFormedApiKey } from '@footfall/auth';
import { apiKeyPrefixes } from '@footfall/schemas';
import { credentialHeaders, readCredentials } from '@footfall/http';
import type { Identity, KeyStore } from '@footfall/warehouse';
import { timed } from '../pipeline/step-times.ts';
import { isAllowedOrigin } from './cors.ts';
import { KeyRefusal } from './key-refusal.ts';

/** Returns the key in the headers or the query string; undefined if there is none. Throws UNAUTHORIZED if two disagree, FORBIDDEN for a secret one in the query string. */
export function keyBeforeBody(request: IncomingMessage): string | undefined {
  const inHeaders = readCredentials(credentialHeaders(request.rawHeaders));
  if (inHeaders.kind === 'conflict') throw new KeyRefusal('CONFLICTING_KEYS');
  const inQuery = keysInQuery(request.url ?? '');
  const key = agree(inHeaders.kind === 'none' ? inQuery : [inHeaders.key, ...inQuery]);
  if (key !== undefined && inQuery.length > 0) requireOpenKey(key);
  return key;
}

/** Returns the key of the whole request: the one in the body must agree with the one before it. Throws UNAUTHORIZED if they disagree or there is none, FORBIDDEN for a secret one in the body. */
export function keyWithBody(before: string | undefined, inBody: unknown): string {
  if (inBody !== undefined && typeof inBody !== 'string') throw new KeyRefusal('UNKNOWN_KEY');
  const key = agree([before, inBody].filter((one) => one !== undefined));
  if (key === undefined) throw new KeyRefusal('NO_KEY');
  if (inBody !== undefined) requireOpenKey(key);
  return key;
}

/** The origin of a request, as its headers and URL state it. */
export interface Sender {
  /** True for a page in a browser, which any visitor can read. */
  isPage: boolean;
  /** The origin of every page that it names; each must be allowed. */
  origins: readonly string[];
}

/** Returns the identity of `key`, at once if it is in memory. Throws or rejects with UNAUTHORIZED if it is unknown, with FORBIDDEN for a secret key from a page or an origin that is not allowed. */
export const identify = timed(
  'key',
  (keyStore: Pick<KeyStore, 'identify'>, key: string, sender: () => Sender): Identity | Promise<Identity> => {
    const found = keyStore.identify(key);
    return found instanceof Promise
      ? found.then((identity) => admit(identity, key, sender))
      : admit(found, key, sender);
  },
);

function admit(identity: Identity | undefined, key: string, sender: () => Sender): Identity {
  if (!identity) throw new KeyRefusal('UNKNOWN_KEY', isWellFormedApiKey(key) ? { keyHash: hashToken(key) } : {});
  const { type, workspaceId, allowedOrigins } = identity;
  if (type === 'secret') {
    if (!sender().isPage) return identity;
    throw new KeyRefusal('SECRET_KEY_IN_PAGE', { workspaceId });
  }
  if (allowedOrigins.length === 0) return identity;
  const origin = sender().origins.find((one) => !isAllowedOrigin(one, allowedOrigins));
  if (origin !== undefined) throw new KeyRefusal('ORIGIN_NOT_ALLOWED', { workspaceId, origin });
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
function requireOpenKey(key: string): void {
  if (!key.startsWith(apiKeyPrefixes.secret)) return;
  throw new KeyRefusal('SECRET_KEY_IN_OPEN', { keyHash: hashToken(key) });
}

function agree(keys: readonly string[]): string | undefined {
  const [key, ...others] = keys;
  if (others.some((other) => other !== key)) throw new KeyRefusal('CONFLICTING_KEYS');
  return key;
}

/** The cookie that proves that a browser has signed in to an account before. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isBrowserProofOf, issueBrowserProof, knownBrowserMs } from '@footfall/auth';
import type { PersonRecord } from '@footfall/warehouse';
import { type Cookie, readCookie, setCookie } from '../../requests/cookies.ts';

const cookie: Cookie = { name: 'footfall_browser', sameSite: 'Strict', maxAgeMs: knownBrowserMs };

/** Returns true if the browser that sent `request`, from `origin`, has signed in as `person` since the password was set. */
export function isKnownBrowser(request: IncomingMessage, person: PersonRecord | undefined, origin: string): boolean {
  const proof = readCookie(request, cookie, origin);
  return (
    proof !== undefined && typeof person?.passwordHash === 'string' && isBrowserProofOf(person.passwordHash, proof)
  );
}

/** Makes the browser known to the account of `person`; an account without a password needs no such cookie. */
export function rememberBrowser(response: ServerResponse, { passwordHash }: PersonRecord, origin: string): void {
  if (passwordHash !== null) setCookie(response, cookie, issueBrowserProof(passwordHash), origin);
}

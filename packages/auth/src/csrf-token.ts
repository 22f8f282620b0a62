/** CSRF tokens, which a request that changes something must contain in addition to the cookie of a session. Another page can make the browser send the cookie, but cannot compute this. */
import { deriveToken, isSameToken } from './token.ts';

export function csrfTokenOf(sessionToken: string): string {
  return deriveToken(sessionToken, 'csrf');
}

export function isCsrfTokenOf(sessionToken: string, given: string): boolean {
  return isSameToken(csrfTokenOf(sessionToken), given);
}

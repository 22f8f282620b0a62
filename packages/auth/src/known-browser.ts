/**
 * Known browsers: the proof that a browser keeps after it has signed in to an account, so that its next attempts do not count together
 * with those of strangers. It grants no access, and is void once the password has changed.
 */
import { dayMs } from '@footfall/schemas';
import { deriveToken, generateToken, isSameToken } from './token.ts';

const knownPattern = /^([\w-]{43})\.([\w-]{43})$/;

/** The time for which a browser is known after its last sign-in. */
export const knownBrowserMs = 365 * dayMs;

/** Returns a proof that a browser has signed in to the account with `passwordHash`. No part of it is stored. */
export function issueBrowserProof(passwordHash: string): string {
  const nonce = generateToken();
  return `${nonce}.${signature(passwordHash, nonce)}`;
}

/** Returns true if `proof` was issued for the account with `passwordHash`. */
export function isBrowserProofOf(passwordHash: string, proof: string): boolean {
  const [, nonce, given] = knownPattern.exec(proof) ?? [];
  return nonce !== undefined && given !== undefined && isSameToken(signature(passwordHash, nonce), given);
}

/** The hash contains a salt of 128 random bits and is never shown, so that no client can compute this. */
function signature(passwordHash: string, nonce: string): string {
  return deriveToken(passwordHash, `known browser ${nonce}`);
}

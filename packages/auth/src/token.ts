/** Tokens: the credentials of sessions, one-time links and shares. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

/** Returns a new token: 256 random bits, as 43 characters that need no escape in a URL or a cookie. */
export function generateToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Returns true if `text` has the form of a token. */
export function isWellFormedToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Returns the SHA-256 in hex, which is stored instead of the key or token. */
export function hashToken(text: string): string {
  return hash('sha256', text);
}

/** Returns a second token that only a holder of `secret` can compute, and that does not reveal it. `purpose` separates tokens of different kinds. */
export function deriveToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares two tokens in constant time. Hashes, because the comparison needs two buffers of one length. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)));
}

/** Tokens: what sessions, one-time links and shares are known by. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

/** A fresh token: 256 random bits, as 43 characters that need no escape in a URL or a cookie. */
export function generateToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Whether `text` could be a token at all. */
export function isWellFormedToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** SHA-256 in hex: what is stored in place of a token. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** A second token that only whoever knows `secret` can compute, and that does not tell it. `purpose` keeps those of different kinds apart. */
export function deriveToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares two tokens in constant time. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)));
}

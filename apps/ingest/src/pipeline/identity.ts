/** Identities as they are stored: 64 bits of SHA-256, so that a client's own visitor IDs are not kept. */
import { hash } from 'node:crypto';

const hexChars = 16;

/** Returns the first 8 bytes, as 16 hex digits, of the SHA-256 of `parts` with NUL between them. */
export function hash64(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'hex').slice(0, hexChars);
}

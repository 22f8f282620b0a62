/** Stored identities: 64 bits in 16 hexadecimal digits, so that the IDs of clients are not stored. */
import { hash } from 'node:crypto';
import { dayMs } from '@footfall/schemas';

const hexChars = 16;
/** The number of digits that distinguish a day from those of the eleven years around it. */
const dayHexChars = 3;

/** Returns the first 8 bytes of the SHA-256 of `parts` with NUL between them. */
export function hash64(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'hex').slice(0, hexChars);
}

/** Returns such a hash for an identity that is valid on the day of `epochMs` only. It begins with the day, so that the identities of a day are stored next to each other. */
export function hashOfDay(epochMs: number, ...parts: readonly string[]): string {
  const day = Math.floor(epochMs / dayMs) % 16 ** dayHexChars;
  return day.toString(16).padStart(dayHexChars, '0') + hash64(...parts).slice(0, hexChars - dayHexChars);
}

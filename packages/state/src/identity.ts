/** Identities as they are stored: 64 bits in 16 hexadecimal digits, so that a client's own IDs are not stored. */
import { hash } from 'node:crypto';
import { dayMs } from '@footfall/schemas';

const hexChars = 16;
/** Enough to distinguish a day from those of the eleven years around it. */
const dayHexChars = 3;

/** Returns the first 8 bytes of the SHA-256 of `parts` with NUL between them. */
export function hash64(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'hex').slice(0, hexChars);
}

/** Does the same for an identity that does not outlive the day of `epochMs`: it begins with the day, so that those of a day are stored next to each other. */
export function hashOfDay(epochMs: number, ...parts: readonly string[]): string {
  const day = Math.floor(epochMs / dayMs) % 16 ** dayHexChars;
  return day.toString(16).padStart(dayHexChars, '0') + hash64(...parts).slice(0, hexChars - dayHexChars);
}

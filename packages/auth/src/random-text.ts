/** Random texts, with as many random bits as their characters can have. */
import { randomInt } from 'node:crypto';

/** Returns `length` of `characters`. */
export function randomText(length: number, characters: string): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

/** What is said of a parameter that cannot be used: what it must be, and what came. */
import { escapeUnprintable } from '@footfall/schemas';

const shownCharsMax = 100;

export function refusalOf(name: string, allowed: string, input: unknown): string {
  return `${name} must be ${allowed}; received ${shown(input)}`;
}

function shown(input: unknown): string {
  if (typeof input !== 'string') return 'several values';
  const text = input.length > shownCharsMax ? `${input.slice(0, shownCharsMax)}…` : input;
  return escapeUnprintable(JSON.stringify(text.toWellFormed()));
}

/** The message about a parameter that cannot be used: what it must be, and what was sent. */
import { shownValue } from '@footfall/schemas';

export function refusalOf(name: string, allowed: string, sent: unknown): string {
  return `${name} must be ${allowed}, got ${Array.isArray(sent) ? 'several values' : shownValue(sent)}`;
}

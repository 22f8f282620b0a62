/** The message about a parameter that cannot be used: what it must be, and what was sent. */
import { shownValue } from '@footfall/schemas';

export function refusalOf(name: string, allowed: string, sent: unknown): string {
  const isSeveral = Array.isArray(sent) && sent.length > 1;
  return `${name} must be ${allowed}, got ${isSeveral ? 'several values' : shownValue(sent)}`;
}

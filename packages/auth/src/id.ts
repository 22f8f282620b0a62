/** The IDs of everything that the admin API creates. */
import { randomText } from './random-text.ts';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns a new ID: `prefix`, `_` and 20 of `[0-9a-z]`. For workspaces, keys, people, sessions, links, shares, goals and annotations. */
export function generateId(prefix: 'ws' | 'key' | 'per' | 'ses' | 'lnk' | 'shr' | 'goal' | 'ann'): string {
  return `${prefix}_${randomText(20, alphabet)}`;
}

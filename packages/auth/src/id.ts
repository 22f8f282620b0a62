/** The IDs of everything that the admin API creates. */
import { AppError } from '@footfall/errors';
import { randomText } from './random-text.ts';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns a new ID: `prefix`, `_` and 20 of `[0-9a-z]`. For workspaces, keys, people, sessions, links, shares, goals and annotations. */
export function generateId(prefix: 'ws' | 'key' | 'per' | 'ses' | 'lnk' | 'shr' | 'goal' | 'ann'): string {
  return `${prefix}_${randomText(20, alphabet)}`;
}

const idPattern = /^(?:ws|key|per|ses|lnk|shr|goal|ann)_[0-9a-z]{1,40}$/;

/** Returns the error for an unknown `noun`. `id` is shown only if it has the form of an ID: otherwise it may be a secret in the wrong place. */
export function noSuch(noun: string, id: string): AppError {
  return new AppError('NOT_FOUND', idPattern.test(id) ? `No such ${noun}: ${id}` : `No such ${noun}`);
}

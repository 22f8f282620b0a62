/** The form of an API key: a prefix for its type, then 32 random characters. */
import { hash, randomInt } from 'node:crypto';
import { apiKeyPrefixes, type KeyType } from '@footfall/schemas';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^(pk|sk)_live_[0-9A-Za-z]{32}$/;

function randomText(length: number, characters: string): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

/** Returns a new key of `type` with 190 random bits. */
export function generateApiKey(type: KeyType): string {
  return apiKeyPrefixes[type] + randomText(32, alphabet);
}

/** Returns a new ID: `prefix`, `_` and 20 of `[0-9a-z]`. For workspaces, keys, people, sessions, links, shares, goals and annotations. */
export function generateId(prefix: 'ws' | 'key' | 'per' | 'ses' | 'lnk' | 'shr' | 'goal' | 'ann'): string {
  return `${prefix}_${randomText(20, alphabet.toLowerCase().slice(0, 36))}`;
}

/** Returns true if `text` has the form of a key; most junk is rejected here without a lookup. */
export function isWellFormedApiKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Returns the SHA-256 in hex, which is stored instead of the key. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

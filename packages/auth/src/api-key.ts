/** The form of an API key: a prefix that tells its type, then 32 random characters. */
import { hash, randomInt } from 'node:crypto';
import type { KeyType } from '@footfall/schemas';

/** What the keys of each type begin with. */
export const apiKeyPrefixes: Readonly<Record<KeyType, string>> = { public: 'pk_live_', secret: 'sk_live_' };
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^(pk|sk)_live_[0-9A-Za-z]{32}$/;

function randomText(length: number, characters: string): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

/** A fresh key of `type`; 190 bits of randomness. */
export function generateApiKey(type: KeyType): string {
  return apiKeyPrefixes[type] + randomText(32, alphabet);
}

/** A fresh id: `prefix`, `_` and 20 of `[0-9a-z]`. Those of workspaces, keys, people, sessions, links, shares, goals and annotations. */
export function generateId(prefix: 'ws' | 'key' | 'per' | 'ses' | 'lnk' | 'shr' | 'goal' | 'ann'): string {
  return `${prefix}_${randomText(20, alphabet.toLowerCase().slice(0, 36))}`;
}

/** Whether `text` could be a key at all; most junk is refused here without a lookup. */
export function isWellFormedApiKey(text: string): boolean {
  return keyPattern.test(text);
}

/** SHA-256 in hex: what is stored in place of a key. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

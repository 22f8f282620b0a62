/** The form of an API key: a prefix for its type, then 32 random characters. */
import { apiKeyPrefixes, type KeyType } from '@footfall/schemas';
import { randomText } from './random-text.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^(pk|sk)_live_[0-9A-Za-z]{32}$/;

/** Returns a new key of `type` with 190 random bits. */
export function generateApiKey(type: KeyType): string {
  return apiKeyPrefixes[type] + randomText(32, alphabet);
}

/** Returns true if `text` has the form of a key; most junk is rejected here without a lookup. */
export function isWellFormedApiKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Results as they are cached: behind a digest that proves their key and that they are complete. */
import { hash } from 'node:crypto';

/** SHA-256 in base64url. */
const digestLength = 43;

export interface Unsealed {
  /** Derived from key and result; the same for every encoding, from the cache or not. */
  etag: string;
  /** The result's fields, as JSON of an object. */
  resultJson: string;
}

/** Returns the cache entry of `key`: a digest of key and result, then the result. */
export function seal(key: string, resultJson: string): string {
  return digest(key, resultJson) + resultJson;
}

/** Returns false for an entry that was sealed under another key, and so for another workspace or by another version, or is truncated. */
export function isSealed(key: string, sealed: string): boolean {
  return sealed.slice(0, digestLength) === digest(key, sealed.slice(digestLength));
}

export function unseal(sealed: string): Unsealed {
  // Weak, because one result goes out in several encodings, and with either value of `fromCache`.
  return { etag: `W/"${sealed.slice(0, digestLength)}"`, resultJson: sealed.slice(digestLength) };
}

function digest(key: string, resultJson: string): string {
  return hash('sha256', `${key}\0${resultJson}`, 'base64url');
}

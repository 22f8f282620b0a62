/** Results as the cache holds them: behind a digest that tells whose they are, and that they are whole. */
import { hash } from 'node:crypto';

/** SHA-256 in base64url. */
const digestLength = 43;

export interface Unsealed {
  /** Of key and result; the same for every encoding, and whether or not it came from the cache. */
  etag: string;
  /** The result's fields, as JSON of an object. */
  resultJson: string;
}

/** What is cached under `key`: a digest of key and result, and the result. */
export function seal(key: string, resultJson: string): string {
  return digest(key, resultJson) + resultJson;
}

/** False for what was sealed under another key, and so for another workspace or by another version, or is cut short. */
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

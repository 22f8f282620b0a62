/** Results as they are cached: with a digest that proves their key and that they are complete, and the periods that they cover. */
import { hash } from 'node:crypto';

/** SHA-256 in base64url. */
const digestLength = 43;

export interface Unsealed {
  /** Derived from key and result; the same for every encoding and period, from the cache or not. */
  etag: string;
  /** Start and end of the range used, as ISO 8601 writes an interval. */
  period: string;
  /** The same of the range that the result is compared with; undefined if there is none. */
  comparedPeriod: string | undefined;
  /** The result's fields, as JSON of an object. */
  resultJson: string;
}

/** Returns the cache entry of `key`: a digest of all of it, then the periods on a separate line, then the result. */
export function seal(key: string, { period, comparedPeriod, resultJson }: Omit<Unsealed, 'etag'>): string {
  const periods = comparedPeriod === undefined ? period : `${period} ${comparedPeriod}`;
  const contents = `${periods}\n${resultJson}`;
  return digest(key, contents) + contents;
}

/** Returns false for an entry that is truncated, or that was sealed under another key and therefore for another workspace or version. */
export function isSealed(key: string, sealed: string): boolean {
  return sealed.slice(0, digestLength) === digest(key, sealed.slice(digestLength));
}

/** Parses the entry of `key`, without verifying it. */
export function unseal(key: string, sealed: string): Unsealed {
  const endOfPeriods = sealed.indexOf('\n', digestLength);
  const [period = '', comparedPeriod] = sealed.slice(digestLength, endOfPeriods).split(' ');
  const resultJson = sealed.slice(endOfPeriods + 1);
  // Weak, because one result goes out in several encodings, and with either value of `fromCache`.
  const etag = `W/"${digest(key, resultJson)}"`;
  return { etag, period, comparedPeriod, resultJson };
}

function digest(key: string, contents: string): string {
  return hash('sha256', `${key}\0${contents}`, 'base64url');
}

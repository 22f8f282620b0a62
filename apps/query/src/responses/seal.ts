/** Results as they are cached: with a digest that proves their key and that they are complete, and the periods that they cover. */
import { hash } from 'node:crypto';

/** SHA-256 in base64url. */
const digestLength = 43;

export interface ResultText {
  /** Start and end of the range used, as ISO 8601 writes an interval. */
  period: string;
  /** The same of the range that the result is compared with; undefined if there is none. */
  comparedPeriod: string | undefined;
  /** The result's fields, as JSON of an object. */
  resultJson: string;
}

/** Returns the cache entry of `key`: a digest of all of it, then the periods on a separate line, then the result. */
export function seal(key: string, { period, comparedPeriod, resultJson }: ResultText): string {
  const periods = comparedPeriod === undefined ? period : `${period} ${comparedPeriod}`;
  const contents = `${periods}\n${resultJson}`;
  return digest(key, contents) + contents;
}

/** Parses the entry of `key`. Returns undefined for one that is truncated, or that was sealed under another key and therefore for another workspace or version. */
export function unseal(key: string, entry: string): ResultText | undefined {
  const contents = entry.slice(digestLength);
  if (entry.slice(0, digestLength) !== digest(key, contents)) return undefined;
  const endOfPeriods = contents.indexOf('\n');
  const [period = '', comparedPeriod] = contents.slice(0, endOfPeriods).split(' ');
  return { period, comparedPeriod, resultJson: contents.slice(endOfPeriods + 1) };
}

/** Returns the ETag of the result of `key`: the same for every encoding and period, from the cache or not. */
export function etagOf(key: string, { resultJson }: ResultText): string {
  // Weak, because one result goes out in several encodings, and with either value of `fromCache`.
  return `W/"${digest(key, resultJson)}"`;
}

function digest(key: string, contents: string): string {
  return hash('sha256', `${key}\0${contents}`, 'base64url');
}

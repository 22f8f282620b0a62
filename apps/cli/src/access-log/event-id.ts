/** IDs for the lines of a log that are the same in a second import. */
import { createHash } from 'node:crypto';

/** The number of times whose lines are counted. Equal lines have the same time, so they are close together in the log, and older counts are evicted. */
const timesKept = 10_000;

/**
 * IDs for the lines of one file, in order: a UUID from the name of the site, the line's text, and the number of equal lines
 * before it. Two equal lines are therefore two events, and the same file has the same IDs whenever it is read.
 */
export class LineIds {
  readonly #site: string;
  readonly #countsByTime = new Map<number, Map<string, number>>();

  constructor(site: string) {
    this.#site = site;
  }

  /** Returns the ID of `line`, whose time is `timestamp` in epoch milliseconds. */
  next(line: string, timestamp: number): string {
    const counts = this.#countsOf(timestamp);
    const occurrence = counts.get(line) ?? 0;
    counts.set(line, occurrence + 1);
    return uuidFrom(`${this.#site}\0${line}\0${occurrence}`);
  }

  #countsOf(time: number): Map<string, number> {
    const known = this.#countsByTime.get(time);
    if (known) return known;
    const counts = new Map<string, number>();
    this.#countsByTime.set(time, counts);
    const [oldest] = this.#countsByTime.keys();
    if (this.#countsByTime.size > timesKept && oldest !== undefined) this.#countsByTime.delete(oldest);
    return counts;
  }
}

/** Returns a UUID of version 8 (custom) from the SHA-256 of `text`. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = (8 + (parseInt(hex.charAt(16), 16) % 4)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

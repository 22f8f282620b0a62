/** Reads single bytes of a large file through a cache of its pages, so that memory is limited however much of it is read. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const pageBytes = 4_096;
/** 8 MiB of memory; each page has one slot, so a lookup in the cache is a comparison. */
const cachedPages = 2_048;
const noPage = -1;

export class PagedFile {
  readonly size: number;
  readonly #descriptor: number;
  readonly #cache = Buffer.allocUnsafeSlow(cachedPages * pageBytes);
  /** The page in each slot of the cache. */
  readonly #pages = new Float64Array(cachedPages).fill(noPage);

  /** Throws if the file cannot be opened. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  /** Returns the byte at a position. Throws a RangeError outside of the file, and the system's error if it cannot be read. */
  byteAt(position: number): number {
    const byte = position < this.size ? this.#cache[this.#cached(position)] : undefined;
    if (byte === undefined) throw new RangeError(`No byte ${position} in a file of ${this.size}`);
    return byte;
  }

  /** Returns an unsigned integer of up to 6 bytes, the highest first. */
  uintAt(position: number, length: number): number {
    let value = 0;
    for (let index = 0; index < length; index += 1) value = value * 256 + this.byteAt(position + index);
    return value;
  }

  textAt(position: number, length: number): string {
    const isInOnePage = (position % pageBytes) + length <= pageBytes && position + length <= this.size;
    if (isInOnePage && length > 0) {
      const start = this.#cached(position);
      return this.#cache.toString('utf8', start, start + length);
    }
    const bytes = Buffer.allocUnsafe(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.byteAt(position + index);
    return bytes.toString();
  }

  /** Returns the last `length` bytes, which are not cached. */
  tail(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    this.#read(bytes, this.size - length);
    return bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Returns the index in the cache of the byte at a position. Reads its page if it is not there. */
  #cached(position: number): number {
    const page = Math.floor(position / pageBytes);
    const slot = page % cachedPages;
    if (this.#pages[slot] !== page) this.#load(page, slot);
    return slot * pageBytes + (position % pageBytes);
  }

  #load(page: number, slot: number): void {
    // A page that was read in part must not count as whole.
    this.#pages[slot] = noPage;
    const start = page * pageBytes;
    const length = Math.min(pageBytes, this.size - start);
    this.#read(this.#cache.subarray(slot * pageBytes, slot * pageBytes + length), start);
    this.#pages[slot] = page;
  }

  /** Fills `bytes` from a position on. */
  #read(bytes: Buffer, start: number): void {
    for (let read = 0; read < bytes.length;) {
      const count = readSync(this.#descriptor, bytes, read, bytes.length - read, start + read);
      if (count === 0) throw new RangeError(`The file ends at ${start + read} instead of ${this.size}`);
      read += count;
    }
  }
}

/** The one partition of `events`: records by offset, from 0 and without gaps, each with a checksum. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';
import type { BusRecord } from '../port.ts';
import type { HighWater } from './high-water.ts';
import { decodeRecord, encodeRecord } from './record.ts';

export const partition = 0;

export class EventLog {
  readonly #directory: LmdbDirectory;
  readonly #records: Database<Buffer, number>;
  readonly #highWater: HighWater;
  readonly #appended = new Set<() => void>();
  #first = 0;
  #end = 0;
  #position = 0;

  /** Reads every record, and throws when one is missing, out of place or not as it was written. */
  constructor(directory: LmdbDirectory, highWater: HighWater) {
    this.#directory = directory;
    this.#highWater = highWater;
    this.#records = directory.root.openDB<Buffer, number>('events', { encoding: 'binary' });
    this.#verify();
  }

  /** The offset of the oldest record kept. */
  get first(): number {
    return this.#first;
  }

  /** The offset that the next record will get. */
  get end(): number {
    return this.#end;
  }

  /** Bytes of all values before `offset` since the log was made. */
  positionOf(offset: number): number {
    return offset === this.#end ? this.#position : this.#record(offset).position;
  }

  /** Resolves once all of `values` are durable, as they are when `begin` is called. One call at a time has begun. */
  async append(values: readonly Uint8Array[], begin: () => void): Promise<void> {
    try {
      await this.#directory.write(() => {
        begin();
        let position = this.#position;
        for (const [index, value] of values.entries()) {
          const offset = this.#end + index;
          void this.#records.put(offset, encodeRecord(offset, { position, value }));
          position += value.length;
        }
      });
    } finally {
      // Also after a failure, which may have come when the records were in the log already.
      this.#findEnd();
    }
    this.#highWater.note(this.#end);
    for (const wake of this.#appended) wake();
  }

  /** At least one record, when there is one at `from`. Throws when one is not as it was written. */
  read(from: number, { recordsMax, bytesMax }: { recordsMax: number; bytesMax: number }): BusRecord[] {
    const found: BusRecord[] = [];
    let bytes = 0;
    for (let offset = from; offset < this.#end && found.length < recordsMax && bytes < bytesMax; offset++) {
      const { value } = this.#record(offset);
      found.push({ partition, offset, value });
      bytes += value.length;
    }
    return found;
  }

  /** Removes the oldest records up to `before`, as part of a batch under way. The last one stays: it tells where the log goes on. */
  trim(before: number, recordsMax: number): void {
    const end = Math.min(before, this.#end - 1, this.#first + recordsMax);
    while (this.#first < end) void this.#records.remove(this.#first++);
  }

  /** Resolves after the next append, when `signal` aborts, or after `waitMs`. */
  async nextAppend(signal: AbortSignal, waitMs: number): Promise<void> {
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = setTimeout(wake, waitMs);
    this.#appended.add(wake);
    signal.addEventListener('abort', wake);
    await woken;
    clearTimeout(timer);
    this.#appended.delete(wake);
    signal.removeEventListener('abort', wake);
  }

  #record(offset: number) {
    const stored = this.#records.get(offset);
    if (stored === undefined) throw new Error(`record ${offset} is missing`);
    return decodeRecord(offset, stored);
  }

  #verify(): void {
    let expected: number | undefined;
    for (const { key, value } of this.#records.getRange()) {
      if (expected === undefined) this.#first = key;
      else if (key !== expected) throw new Error(`record ${expected} is missing`);
      decodeRecord(key, value);
      expected = key + 1;
    }
    this.#findEnd();
    if (this.#end !== (expected ?? 0)) throw new Error(`the log ends at ${this.#end} by its index`);
    if (this.#end < this.#highWater.found) {
      throw new Error(`the log ends at ${this.#end} but had come to ${this.#highWater.found}`);
    }
  }

  #findEnd(): void {
    const [last] = this.#records.getKeys({ reverse: true, limit: 1 });
    if (last === undefined) return;
    const { position, value } = this.#record(last);
    this.#end = last + 1;
    this.#position = position + value.length;
  }
}

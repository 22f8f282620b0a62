/** The one partition of `events`: records by offset, from 0 and without gaps, each with a checksum. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';
import type { BusRecord } from '../port.ts';
import type { HighWater } from './high-water.ts';
import { decodeRecord, encodeRecord } from './record.ts';

export const partition = 0;

/** An offset, and the total bytes of all values before it, including those removed since. */
interface LogPosition {
  readonly offset: number;
  readonly position: number;
}

export class EventLog {
  readonly #directory: LmdbDirectory;
  readonly #records: Database<Buffer, number>;
  readonly #highWater: HighWater;
  readonly #appended = new Set<() => void>();
  /** The oldest record on the disk. */
  #first = 0;
  /** The oldest record that is not being removed: reads no longer find the others, although their commit may not have resolved yet. */
  #kept = 0;
  /** The end of the durable records. */
  #end: LogPosition = { offset: 0, position: 0 };
  /** The end of those of the commit in progress: several appends may share it. */
  #next = this.#end;

  /** Reads every record. Throws if one is missing, out of order or damaged. */
  constructor(directory: LmdbDirectory, highWater: HighWater) {
    this.#directory = directory;
    this.#highWater = highWater;
    this.#records = directory.root.openDB<Buffer, number>('events', { encoding: 'binary' });
    this.#verify();
  }

  /** The offset of the oldest record that is kept. */
  get first(): number {
    return this.#kept;
  }

  /** The offset of the next record. */
  get end(): number {
    return this.#end.offset;
  }

  /** Returns the total bytes of all values before `offset`, including those removed since. */
  positionOf(offset: number): number {
    return offset === this.#end.offset ? this.#end.position : this.#record(offset).position;
  }

  /** Resolves once all of `values` are durable, in one commit and in order. */
  async append(values: readonly Uint8Array[]): Promise<void> {
    let next = this.#next;
    try {
      await this.#directory.write(() => (next = this.#next = this.#put(values, this.#next)));
    } catch (error) {
      // Even after a failure, the records may be in the log. The next commit has not begun: it starts at the end found here.
      this.#findEnd();
      throw error;
    }
    this.#end = next;
    // The last append of a commit does this for all of them.
    if (next !== this.#next) return;
    this.#highWater.note(next.offset);
    for (const wake of this.#appended) wake();
  }

  /** Returns records from `from` on: at least one, if the log has one there. Throws if one is damaged. */
  read(from: number, { recordsMax, bytesMax }: { recordsMax: number; bytesMax: number }): BusRecord[] {
    const found: BusRecord[] = [];
    let bytes = 0;
    for (let offset = from; offset < this.#end.offset && found.length < recordsMax && bytes < bytesMax; offset++) {
      const { value } = this.#record(offset);
      found.push({ offset, value });
      bytes += value.length;
    }
    return found;
  }

  /** Removes the oldest records up to `before`, as part of the batch in progress. The last record stays, because the next offset is derived from it. */
  trim(before: number, recordsMax: number): void {
    const end = Math.min(before, this.#end.offset - 1, this.#first + recordsMax);
    for (let offset = this.#first; offset < end; offset++) void this.#records.remove(offset);
    this.#kept = Math.max(this.#kept, end);
  }

  /** Notes that the removal is durable. */
  trimmed(): void {
    this.#first = this.#kept;
  }

  /** Resolves after the next append, after `waitMs`, or when `signal` aborts. */
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

  /** Stores `values` from `start` on, as part of the batch in progress. Returns their end. */
  #put(values: readonly Uint8Array[], start: LogPosition): LogPosition {
    let { offset, position } = start;
    for (const value of values) {
      void this.#records.put(offset, encodeRecord(offset, { position, value }));
      offset += 1;
      position += value.length;
    }
    return { offset, position };
  }

  #record(offset: number) {
    const stored = this.#records.get(offset);
    if (stored === undefined) throw new Error(`record ${offset} is missing`);
    return decodeRecord(offset, stored);
  }

  #verify(): void {
    let expected: number | undefined;
    for (const { key, value } of this.#records.getRange()) {
      if (expected === undefined) this.#first = this.#kept = key;
      else if (key !== expected) throw new Error(`record ${expected} is missing`);
      decodeRecord(key, value);
      expected = key + 1;
    }
    this.#findEnd();
    if (this.end !== (expected ?? 0))
      throw new Error(`its last record ends at ${expected ?? 0}, but its index ends at ${this.end}`);
    if (this.end < this.#highWater.found) {
      throw new Error(`it ends at ${this.end}, but had records up to ${this.#highWater.found}`);
    }
  }

  #findEnd(): void {
    const [last] = this.#records.getKeys({ reverse: true, limit: 1 });
    if (last !== undefined) {
      const { position, value } = this.#record(last);
      this.#end = { offset: last + 1, position: position + value.length };
    }
    this.#next = this.#end;
  }
}

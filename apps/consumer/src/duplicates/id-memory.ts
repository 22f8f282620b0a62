/**
 * Which ids are in `events`, as far as this process knows: one memory for all its partitions. What others store is
 * read when it is asked for; what this process stores goes in at once.
 */
import type { Warehouse } from '@footfall/warehouse';
import { type IdHash, SeenIds, unpackHashes } from './seen-ids.ts';

const hourMs = 3_600_000;
/** How far a clock may have been set back before what is remembered has to be read again. */
const clockSlackMs = hourMs;

/** A partition of one life of the topic. */
export interface Log {
  incarnation: string;
  partition: number;
}

/** The rows of a log that were received in one hour. */
interface StoredHour extends Log {
  hour_s: number;
  newest: number;
}

interface PackedIds {
  hour_s: number;
  hashes: string;
}

/** One row an hour, its hashes packed: a row an id would cost seconds and hundreds of megabytes. */
const packedHashes = `base64Encode(arrayStringConcat(groupArray(substring(MD5(concat(workspace_id, '\\0', toString(id))), 1, 8))))`;
const hourSeconds = 'toUnixTimestamp(toStartOfHour(received_at))';
const receivedSince = `received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`;

const nameOf = ({ incarnation, partition }: Log) => `${incarnation}:${partition}`;

export class IdMemory {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  readonly #insertRowsMax: number;
  readonly #seen = new SeenIds();
  /** Of each log, the newest offset seen. */
  readonly #marks = new Map<string, number>();
  readonly #held = new Map<string, Log>();
  #loadedSince = Number.POSITIVE_INFINITY;
  #partitions = Number.POSITIVE_INFINITY;
  #lastLook: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  #wantedSince = Number.POSITIVE_INFINITY;

  /** `insertRowsMax`: how many offsets of a log one insert may span. */
  constructor(warehouse: Pick<Warehouse, 'read'>, insertRowsMax: number) {
    this.#warehouse = warehouse;
    this.#insertRowsMax = insertRowsMax;
  }

  /** From now on this process alone stores rows of `log`, one of `partitions` of the topic, and adds them itself. */
  async take(log: Log, partitions: number): Promise<void> {
    // What its last holder has stored.
    if (this.#loadedSince !== Number.POSITIVE_INFINITY) await this.catchUp(this.#completeSince);
    this.#held.set(nameOf(log), log);
    this.#partitions = partitions;
  }

  /** How many partitions the topic has. */
  get partitions(): number {
    return this.#partitions;
  }

  release(log: Log): void {
    this.#held.delete(nameOf(log));
  }

  /** Whether nobody else stores events of this life of the topic: the process holds every partition that there is. */
  isAlone({ incarnation }: Log): boolean {
    return [...this.#held.values()].filter((log) => log.incarnation === incarnation).length >= this.#partitions;
  }

  /** Whether every id is in memory that was received since `sinceMs`, and stored when this process last looked. */
  isCompleteSince(sinceMs: number): boolean {
    return sinceMs >= this.#completeSince;
  }

  has(hash: IdHash): boolean {
    return this.#seen.has(hash);
  }

  add(hash: IdHash, receivedAtMs: number): void {
    this.#seen.add(hash, receivedAtMs);
  }

  /** Notes that every row of `log` up to `offset` has been added. */
  advance(log: Log, offset: number): void {
    this.#marks.set(nameOf(log), offset);
  }

  get #completeSince(): number {
    return Math.max(this.#loadedSince, this.#seen.keptSince);
  }

  /**
   * Adds what others have stored up to now, and all ids received since `sinceMs` if they are not in memory. One look at
   * a time: who asks while one runs shares the next, which begins later.
   */
  catchUp(sinceMs: number): Promise<void> {
    this.#wantedSince = Math.min(this.#wantedSince, sinceMs);
    this.#nextLook ??= this.#lastLook.then(() => {
      const since = this.#wantedSince;
      this.#wantedSince = Number.POSITIVE_INFINITY;
      this.#nextLook = undefined;
      const look = this.isCompleteSince(since) ? this.#readNew() : this.#readAll(since - clockSlackMs);
      this.#lastLook = look.catch(() => {});
      return look;
    });
    return this.#nextLook;
  }

  async #readAll(from: number): Promise<void> {
    // Until it is done nothing is complete, and what is forgotten meanwhile counts.
    this.#loadedSince = Number.POSITIVE_INFINITY;
    this.#seen.keptSince = 0;
    const hours = await this.#warehouse.read<StoredHour>({
      sql: `SELECT incarnation, partition, ${hourSeconds} AS hour_s, max(offset) AS newest
            FROM events WHERE ${receivedSince} GROUP BY incarnation, partition, hour_s`,
      params: { from },
    });
    // An hour at a time: all ids of a day can be more than one read may take. The newest first: it decides what is too old to keep.
    for (const hour of [...new Set(hours.map((one) => one.hour_s))].toSorted((a, b) => b - a)) {
      this.#addPacked(
        await this.#warehouse.read<PackedIds>({
          sql: `SELECT {hour:UInt32} AS hour_s, ${packedHashes} AS hashes
                FROM events WHERE ${receivedSince} AND ${hourSeconds} = {hour:UInt32}`,
          params: { from: hour * 1000, hour },
        }),
      );
    }
    // These marks are older than the ids, so nothing below a mark is missing.
    for (const one of hours) this.#raiseMark(one);
    this.#loadedSince = from;
  }

  async #readNew(): Promise<void> {
    const marks = this.#marksOfOthers();
    const packed = await this.#warehouse.read<StoredHour & PackedIds>({
      sql: `SELECT incarnation, partition, ${hourSeconds} AS hour_s, max(offset) AS newest, ${packedHashes} AS hashes
            FROM events
            WHERE ${receivedSince} AND offset > {lowest:Int64}
              AND offset > transform(concat(incarnation, ':', toString(partition)),
                {logs:Array(String)}, CAST({marks:Array(String)} AS Array(Int64)), toInt64(-1))
            GROUP BY incarnation, partition, hour_s`,
      params: {
        from: this.#completeSince,
        lowest: this.#isEveryLogMarked(marks) ? Math.min(...marks.values()) : -1,
        logs: [...marks.keys()],
        marks: [...marks.values()].map(String),
      },
    });
    this.#addPacked(packed);
    for (const one of packed) this.#raiseMark(one);
  }

  /**
   * The offset of each log above which rows may not be in memory. An insert at the turn of a month is two parts, which
   * become visible one after the other, so that the newest row seen may belong to an insert of which more is to come.
   */
  #marksOfOthers(): Map<string, number> {
    const marks = new Map([...this.#marks].map(([name, newest]) => [name, newest - this.#insertRowsMax]));
    for (const name of this.#held.keys()) marks.set(name, Number.MAX_SAFE_INTEGER);
    return marks;
  }

  /** Whether each partition of the topic, in the life that it is in, has a mark: one without can have rows at any offset. */
  #isEveryLogMarked(marks: ReadonlyMap<string, number>): boolean {
    const [held] = this.#held.values();
    if (!held) return false;
    const count = [...marks.keys()].filter((name) => name.startsWith(`${held.incarnation}:`)).length;
    return count >= this.#partitions;
  }

  #addPacked(hours: readonly PackedIds[]): void {
    for (const { hour_s: hour, hashes } of hours) {
      for (const hash of unpackHashes(Buffer.from(hashes, 'base64'))) this.#seen.add(hash, hour * 1000);
    }
  }

  #raiseMark({ incarnation, partition, newest }: StoredHour): void {
    const name = nameOf({ incarnation, partition });
    this.#marks.set(name, Math.max(this.#marks.get(name) ?? -1, newest));
  }
}

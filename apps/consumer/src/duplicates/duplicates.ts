/** Drops second copies of events: the same id in a workspace within 24 hours, or, of old events, the same id and timestamp. */
import type { EventRow, Warehouse } from '@footfall/warehouse';
import type { IdMemory, Log } from './id-memory.ts';
import { byArrival, cameLate, dayMs, isSameEvent, isSameLog } from './same-event.ts';
import { hashId, type IdHash, IdTable } from './seen-ids.ts';
import {
  earliestReceived,
  eventKey,
  findRecent,
  findSameHour,
  removeStored,
  type StoredEvent,
} from './stored-events.ts';

/**
 * The copies of one partition's events. `events` is the truth about what came before; the memory of ids only tells
 * which events need no look there. A row that stands in `events` already at its own offset is no copy of itself, so
 * that a repeated insert keeps it.
 */
export class Duplicates {
  readonly #warehouse: Pick<Warehouse, 'read' | 'command'>;
  readonly #memory: IdMemory;
  readonly #log: Log;
  /** Of the rows last looked at. */
  #hashes = new Map<EventRow, IdHash>();
  #suspects = new Set<EventRow>();

  constructor(warehouse: Pick<Warehouse, 'read' | 'command'>, memory: IdMemory, log: Log) {
    this.#warehouse = warehouse;
    this.#memory = memory;
    this.#log = log;
  }

  /**
   * The rows to insert, in order; of copies within `rows` the first stays. A row that came before its copy in another
   * partition is among them, as `settle` removes that copy. When `rows` are those of a repeated insert, copies of what
   * other partitions have are so too: which of them were there the first time cannot be told any more, and both
   * inserts must have every row that either has, or the token would not make one of them out of both.
   */
  async drop(rows: readonly EventRow[], isRepeated: boolean): Promise<EventRow[]> {
    if (rows.length === 0) return [];
    const since = earliestReceived(rows) - dayMs;
    while (!this.#memory.isCompleteSince(since)) await this.#memory.catchUp(since);
    this.#hashes = new Map(rows.map((row) => [row, hashId(row.workspaceId, row.id)]));
    this.#suspects = new Set(rows.filter((row) => this.#memory.has(this.#hashOf(row))));
    const repeated = this.#repeatedOf(rows);
    const earlier = new Map<string, (StoredEvent | EventRow)[]>();
    for (const one of await this.#findStored([...this.#suspects], rows.filter(cameLate))) append(earlier, one);
    return rows.filter((row) => {
      // Of most nothing else has the id.
      if (!this.#suspects.has(row) && !repeated.has(this.#hashOf(row)) && !cameLate(row)) return true;
      const isCopy = earlier.get(eventKey(row))?.some((one) => {
        const goesFirst = isSameLog(one, row) || (!isRepeated && byArrival(one, row) < 0);
        return goesFirst && isSameEvent(one, row);
      });
      if (!isCopy) append(earlier, row);
      return !isCopy;
    });
  }

  /**
   * Remembers `rows`, which are in `events`, and removes what has become a second copy because two partitions were
   * written at the same time. Gives how many rows it removed. May be called again for the same rows.
   */
  async settle(rows: readonly EventRow[]): Promise<number> {
    if (rows.length === 0) return 0;
    const isOnlyLog = this.#memory.partitions === 1;
    const since = earliestReceived(rows) - dayMs;
    // Others' rows are looked up after ours are stored: of two writers, at least one finds what the other has stored.
    if (!this.#memory.isAlone(this.#log)) await this.#memory.catchUp(since);
    // Of a repeated insert that left nothing to insert, nothing has been looked up yet.
    while (!this.#memory.isCompleteSince(since)) await this.#memory.catchUp(since);
    // With a single log nothing can have come since `drop`.
    const suspects = rows.filter((row) =>
      isOnlyLog && this.#hashes.has(row) ? this.#suspects.has(row) : this.#memory.has(this.#hashOf(row)),
    );
    for (const row of rows) this.#memory.add(this.#hashOf(row), row.receivedAt);
    const copies = laterCopies(await this.#findStored(suspects, isOnlyLog ? [] : rows.filter(cameLate)));
    if (copies.length > 0) await removeStored(this.#warehouse, copies);
    return copies.length;
  }

  /** What more than one of `rows` has. */
  #repeatedOf(rows: readonly EventRow[]): IdTable {
    const all = new IdTable();
    const repeated = new IdTable();
    for (const row of rows) if (!all.add(this.#hashOf(row))) repeated.add(this.#hashOf(row));
    return repeated;
  }

  #hashOf(row: EventRow): IdHash {
    return this.#hashes.get(row) ?? hashId(row.workspaceId, row.id);
  }

  /** What `events` has under the ids of `recent`, within a day, and under those of `late`, of the same hour. */
  async #findStored(recent: readonly EventRow[], late: readonly EventRow[]): Promise<StoredEvent[]> {
    return [...(await findRecent(this.#warehouse, recent)), ...(await findSameHour(this.#warehouse, late))];
  }
}

/** Of rows that are the same event, all but the one that came first. */
function laterCopies(stored: readonly StoredEvent[]): StoredEvent[] {
  const kept = new Map<string, StoredEvent[]>();
  const distinct = new Map(stored.map((one) => [`${one.incarnation}:${one.partition}:${one.offset}`, one]));
  return [...distinct.values()].toSorted(byArrival).filter((one) => {
    const isCopy = kept.get(eventKey(one))?.some((first) => isSameEvent(first, one)) ?? false;
    if (!isCopy) append(kept, one);
    return isCopy;
  });
}

function append<Value extends StoredEvent | EventRow>(byKey: Map<string, Value[]>, value: Value): void {
  const key = eventKey(value);
  const known = byKey.get(key);
  if (known) known.push(value);
  else byKey.set(key, [value]);
}

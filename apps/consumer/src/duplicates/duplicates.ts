/** Drops duplicates: events whose ID occurred before in their workspace within 24 hours or, for old events, with the same timestamp. */
import { mapInSlices } from '@footfall/process';
import { dayMs } from '@footfall/schemas';
import type { EventRow, Warehouse } from '@footfall/warehouse';
import type { IdMemory } from './id-memory.ts';
import { findKnownEvents } from './known-events.ts';
import { cameLate } from './same-event.ts';
import { hashId, type IdHash } from './seen-ids.ts';

/**
 * The duplicates of one partition. `events` is the source of truth about earlier events; the memory of IDs only identifies
 * events that need no lookup there. A row that is stored at its own offset is not a duplicate of itself, so that a repeated
 * insert keeps it.
 */
export class Duplicates {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  readonly #memory: IdMemory;
  /** The hashes of the latest rows. */
  #hashes = new Map<EventRow, IdHash>();

  constructor(warehouse: Pick<Warehouse, 'read'>, memory: IdMemory) {
    this.#warehouse = warehouse;
    this.#memory = memory;
  }

  /** Returns the rows to insert, in order; of duplicates within `rows` the first is kept. */
  async drop(rows: readonly EventRow[]): Promise<EventRow[]> {
    if (rows.length === 0) return [];
    const earliest = rows.reduce((least, row) => Math.min(least, row.receivedAt), Number.POSITIVE_INFINITY);
    this.#hashes = new Map(await mapInSlices(rows, (row) => [row, hashId(row.workspaceId, row.id)] as const));
    await this.#memory.load(earliest - dayMs);
    // No await between load and lookup: another partition could add newer IDs meanwhile and evict old ones.
    const suspects = rows.filter((row) => this.#memory.has(this.#hashOf(row)));
    const earlier = await findKnownEvents(this.#warehouse, suspects, rows.filter(cameLate));
    return rows.filter((row) => earlier.isNew(row));
  }

  /** Remembers `rows`, which have been stored. */
  remember(rows: readonly EventRow[]): void {
    for (const row of rows) this.#memory.add(this.#hashOf(row), row.receivedAt);
  }

  #hashOf(row: EventRow): IdHash {
    return this.#hashes.get(row) ?? hashId(row.workspaceId, row.id);
  }
}

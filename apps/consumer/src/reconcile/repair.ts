/** The repair of what a comparison finds. */
import type { TopicPartition } from '@footfall/bus';
import { type EventRow, eventsTable, requestRebuild, type Warehouse } from '@footfall/warehouse';
import type { OffsetRange } from './chunks.ts';
import { Removals, type StoredRow } from './removals.ts';
import { nothingRepaired, type Repaired } from './report.ts';

/**
 * Changes `events`, which does not update the rollups. A rebuild is requested before each change, so that an interrupted repair leads to one
 * as well. A rebuild that has begun meanwhile may have passed the changed rows, so it starts again.
 */
export class Repair {
  readonly done: Repaired = { ...nothingRepaired };
  readonly #warehouse: Warehouse;
  readonly #removals: Removals;
  #round = 0;
  #hasBegun = false;

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
    this.#removals = new Removals(warehouse);
  }

  async beginRound(round: number): Promise<void> {
    this.#round = round;
    await this.#removals.clear();
  }

  /** Must be called after the last change, even if the repair was interrupted, unless no rollup worker can run: a rebuild may have begun since the last request. */
  async end(): Promise<void> {
    if (this.#hasBegun) await requestRebuild(this.#warehouse, Date.now);
  }

  /** `range` has events that are stored more than once at their offset. */
  async onDoubled(partition: TopicPartition, range: OffsetRange): Promise<void> {
    await this.#removals.addDoubled(partition, range);
    await this.#beginChange();
    this.done.duplicateOffsets += await this.#removals.carryOut();
  }

  async onMissing({ topicId, partition }: TopicPartition, rows: readonly EventRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#beginChange();
    const token = `${topicId}:${partition}:reconcile:${rows[0]?.offset}-${rows.at(-1)?.offset}`;
    // Restored rows that were lost again would be dropped as a repetition under the same token.
    await this.#warehouse.insert(eventsTable, rows, this.#round === 0 ? token : `${token}:${this.#round}`);
    this.done.missing += rows.length;
  }

  async onDuplicates(rows: readonly StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#removals.add(rows);
    await this.#beginChange();
    this.done.duplicateIds += await this.#removals.carryOut();
  }

  async #beginChange(): Promise<void> {
    await requestRebuild(this.#warehouse, Date.now);
    this.#hasBegun = true;
  }
}

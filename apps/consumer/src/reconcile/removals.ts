/** Removes single rows from `events`: the table has no primary key, so a row is identified by its part and its offset in the part. */
import type { TopicPartition } from '@footfall/bus';
import type { Table, Warehouse } from '@footfall/warehouse';
import { isAtOffsets } from '../partition/log-positions.ts';
import type { OffsetRange } from './chunks.ts';

/** A row on disk. A part's name is never reused, so this always identifies the same row. */
export interface StoredRow {
  part: string;
  partOffset: number;
}

const removalsTable: Table<StoredRow> = {
  name: 'reconcile_removals',
  columns: [
    { name: 'part', type: 'String', value: (row) => row.part },
    { name: 'part_offset', type: 'UInt64', value: (row) => row.partOffset },
  ],
};

/**
 * Orders the rows of an event at one offset by age. The order survives merges, which join adjacent parts and keep the order of equal
 * rows: the first stays the first, so that no two runs, nor a run and the rest of a killed one, remove all of them.
 */
const byAge = `_partition_id, toUInt64(splitByChar('_', _part)[2]), _part_offset`;

export class Removals {
  readonly #warehouse: Warehouse;

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
  }

  /** Creates the list, or clears the entries of a killed run. */
  async clear(): Promise<void> {
    // It is never dropped, because a removal in progress reads it.
    await this.#warehouse.command({
      sql: 'CREATE TABLE IF NOT EXISTS reconcile_removals (part String, part_offset UInt64) ENGINE = MergeTree ORDER BY part',
    });
    await this.#warehouse.command({ sql: 'TRUNCATE TABLE reconcile_removals' });
  }

  /** Lists all rows but the first of each event and offset in `range`. */
  async addDoubled({ topicId, partition }: TopicPartition, { from, to }: OffsetRange): Promise<void> {
    await this.#warehouse.command({
      sql: `INSERT INTO reconcile_removals
            SELECT _part, _part_offset FROM (
              SELECT _part, _part_offset, row_number() OVER (PARTITION BY offset, workspace_id, id ORDER BY ${byAge}) AS duplicate
              FROM events
              WHERE ${isAtOffsets})
            WHERE duplicate > 1`,
      params: { topicId, partition, from, to },
    });
  }

  async add(rows: readonly StoredRow[]): Promise<void> {
    await this.#warehouse.insert(removalsTable, rows);
  }

  /** Removes the listed rows, those of one part at a time. Rows that a merge has moved meanwhile stay; returns the number of listed rows. */
  async carryOut(): Promise<number> {
    const [listed] = await this.#warehouse.read<{ rows: number }>({
      sql: 'SELECT uniqExact(part, part_offset) AS rows FROM reconcile_removals',
    });
    if (!listed?.rows) return 0;
    await this.#warehouse.command({
      sql: `ALTER TABLE events DELETE WHERE (_part, _part_offset) IN (SELECT part, part_offset FROM reconcile_removals)
            SETTINGS mutations_sync = 2`,
    });
    await this.clear();
    return listed.rows;
  }
}

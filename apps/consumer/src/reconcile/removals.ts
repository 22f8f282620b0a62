/** Takes single rows out of `events`: the table has no key of its own, so a row is named by the part it lies in and its place there. */
import type { Table, Warehouse } from '@footfall/warehouse';
import type { OffsetRange } from './chunks.ts';
import type { LifePlace } from './lives.ts';

/** A row as it lies on the disk. A part's name is never used again, so that this can only ever mean this row. */
export interface StoredRow {
  part: string;
  partOffset: number;
}

const marksTable: Table<StoredRow> = {
  name: 'reconcile_removals',
  columns: [
    { name: 'part', type: 'String', value: (row) => row.part },
    { name: 'part_offset', type: 'UInt64', value: (row) => row.partOffset },
  ],
};

/**
 * Order of the rows of one place by age. It outlives merges, which join neighbouring parts and keep the order of equal
 * rows: the first stays the first, so that no two runs, nor a run and what a killed one has left, remove them all.
 */
const byAge = `_partition_id, toUInt64(splitByChar('_', _part)[2]), _part_offset`;

export class Removals {
  readonly #warehouse: Warehouse;

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
  }

  /** Makes the list, or forgets what a killed run has left on it. */
  async clear(): Promise<void> {
    // It is never dropped: a removal that is still under way reads it.
    await this.#warehouse.command({
      sql: 'CREATE TABLE IF NOT EXISTS reconcile_removals (part String, part_offset UInt64) ENGINE = MergeTree ORDER BY part',
    });
    await this.#warehouse.command({ sql: 'TRUNCATE TABLE reconcile_removals' });
  }

  /** Lists all rows but the first of each place in `range`. */
  async addDoubled({ incarnation, partition }: LifePlace, { from, to }: OffsetRange): Promise<void> {
    await this.#warehouse.command({
      sql: `INSERT INTO reconcile_removals
            SELECT _part, _part_offset FROM (
              SELECT _part, _part_offset, row_number() OVER (PARTITION BY offset ORDER BY ${byAge}) AS copy
              FROM events
              WHERE incarnation = {incarnation:String} AND partition = {partition:UInt16}
                AND offset >= {from:UInt64} AND offset < {to:UInt64})
            WHERE copy > 1`,
      params: { incarnation, partition, from, to },
    });
  }

  async add(rows: readonly StoredRow[]): Promise<void> {
    await this.#warehouse.insert(marksTable, rows);
  }

  /** Removes what is listed, each part's rows at once. What a merge has moved meanwhile stays; gives how many rows were listed. */
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

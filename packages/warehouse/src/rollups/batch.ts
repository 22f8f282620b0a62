/** The batches in which the worker advances, as `rollup_batches` stores them. */
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { type LogRange, logName, parseLogName } from './watermark.ts';

export interface Batch {
  /** The number of the batch, from 1; 0 stands for none. */
  batch: number;
  /** The batch that emptied the rollups; 0 if none has. */
  reset: number;
  /** The time at which it was planned, in epoch milliseconds. */
  atMs: number;
  /** The range that it reads of each known log. The ends are the watermark after the batch. */
  ranges: readonly LogRange[];
  /** The number of stored offsets that are left for later batches. */
  behind: number;
  /** True if an earlier batch since the reset left nothing behind, so that results may come from the rollups. */
  isComplete: boolean;
}

export const noBatch: Batch = { batch: 0, reset: 0, atMs: 0, ranges: [], behind: 0, isComplete: false };

/** Returns true if the batch empties the rollups. */
export const isReset = ({ batch, reset }: Batch) => batch > 0 && batch === reset;

/** Returns true if the batch left nothing behind. */
export const hasCaughtUp = (batch: Batch) => batch.batch > 0 && !isReset(batch) && batch.behind === 0;

/** Returns true while the rollups lack events that were stored before they were emptied, or before the first batch: no result may rely on them. */
export const isBeingComputed = (batch: Batch) => batch.batch > 0 && !batch.isComplete && !hasCaughtUp(batch);

const storedBatch = z.object({
  batch: z.int(),
  reset: z.int(),
  atMs: z.int(),
  logs: z.array(z.string()),
  starts: z.array(z.string()),
  ends: z.array(z.string()),
  behind: z.int(),
  isComplete: z.boolean(),
});

export async function readLastBatch(warehouse: Pick<Warehouse, 'read'>): Promise<Batch> {
  const [last] = await readRows(warehouse, storedBatch, {
    sql: `SELECT batch, reset, toUnixTimestamp64Milli(at) AS atMs, logs, starts, ends, behind, is_complete AS isComplete
          FROM rollup_batches ORDER BY batch DESC LIMIT 1`,
  });
  if (!last) return noBatch;
  const { logs, starts, ends, ...batch } = last;
  const ranges = logs.map((log, index) => ({
    ...parseLogName(log),
    start: Number(starts[index]),
    end: Number(ends[index]),
  }));
  return { ...batch, ranges };
}

/** Stores the plan of a batch durably, unless there is one with its number. Resolves with the batch that counts, which may be a later one. */
export async function planBatch(warehouse: Pick<Warehouse, 'read' | 'insert'>, batch: Batch): Promise<Batch> {
  await warehouse.insert(batchesTable, [batch], `rollup-batch-${batch.batch}`);
  const last = await readLastBatch(warehouse);
  if (last.batch >= batch.batch) return last;
  // A killed server can remember the token of an insert that it has not stored.
  await warehouse.insert(batchesTable, [batch]);
  return readLastBatch(warehouse);
}

const batchesTable: Table<Batch> = {
  name: 'rollup_batches',
  columns: [
    { name: 'batch', type: 'UInt64', value: (row) => row.batch },
    { name: 'reset', type: 'UInt64', value: (row) => row.reset },
    { name: 'at', type: "DateTime64(3, 'UTC')", value: (row) => row.atMs },
    { name: 'logs', type: 'Array(String)', value: (row) => row.ranges.map(logName) },
    { name: 'starts', type: 'Array(String)', value: (row) => row.ranges.map(({ start }) => String(start)) },
    { name: 'ends', type: 'Array(String)', value: (row) => row.ranges.map(({ end }) => String(end)) },
    { name: 'behind', type: 'UInt64', value: (row) => row.behind },
    { name: 'is_complete', type: 'Bool', value: (row) => row.isComplete },
  ],
};

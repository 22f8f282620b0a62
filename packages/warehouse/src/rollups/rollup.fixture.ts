/** Rolls up all stored events, like the worker in the consumer. */
import { wrapPort } from '@footfall/test-servers';
import type { Warehouse } from '../driver/port.ts';
import type { LogEnd } from './watermark.ts';
import { RollupWorker } from './worker.ts';

/** Resolves once the rollups contain all rows of `events`. */
export async function rollUp(
  warehouse: Warehouse,
  { now = Date.now, offsetsMax }: { now?: () => number; offsetsMax?: number } = {},
): Promise<void> {
  const ends = await storedEnds(warehouse);
  const worker = new RollupWorker(warehouse, now, offsetsMax);
  while ((await worker.advance(ends, true)) !== undefined);
}

/** Resolves with the ends of the logs in `events`. */
export function storedEnds(warehouse: Pick<Warehouse, 'read'>): Promise<LogEnd[]> {
  return warehouse.read({
    sql: 'SELECT incarnation AS topicId, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
  });
}

/** Returns `warehouse` without the merges of the worker: each batch leaves separate parts. */
export const withoutMerges = (warehouse: Warehouse): Warehouse =>
  wrapPort(warehouse, ({ text }, proceed) => (text.startsWith('command OPTIMIZE ') ? undefined : proceed()));

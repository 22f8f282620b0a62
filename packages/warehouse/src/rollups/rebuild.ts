/** Resets the rollups: empties them, so that they are computed from `events` again. Until they are complete, results come from `events`. */
import { unavailable } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { choiceMsMax } from '../queries/source.ts';
import { type Batch, isReset, noBatch, planBatch, readLastBatch } from './batch.ts';
import { targets } from './targets.ts';

/** The allowed difference between the clocks of two processes. */
const clockSkewMsMax = 5_000;
const attemptsMax = 5;

/**
 * Plans a reset, which the worker carries out. A rebuild in progress starts again, because it may have passed what the caller has
 * changed; a reset that is planned already suffices. Rejects with UNAVAILABLE if the worker plans batches faster than the reset can be
 * planned.
 */
export async function requestRebuild(warehouse: Pick<Warehouse, 'read' | 'insert'>, now: () => number): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const last = await readLastBatch(warehouse);
    if (isReset(last)) return;
    const batch = last.batch + 1;
    if (isReset(await planBatch(warehouse, { ...noBatch, batch, reset: batch, atMs: now() }))) return;
  }
  throw unavailable('The rollups could not be reset: try again');
}

/**
 * Plans a reset like `requestRebuild`, although `parts` of `rollup_batches` cannot be read. They must be detached next: until then, no worker
 * can read the table, nor plan a batch.
 */
export async function requestRebuildWithout(
  warehouse: Pick<Warehouse, 'command'>,
  parts: readonly string[],
  now: () => number,
): Promise<void> {
  await warehouse.command({
    sql: `INSERT INTO rollup_batches (batch, reset, at, logs, starts, ends, behind, is_complete)
          SELECT max(batch) + 1 AS next, next, fromUnixTimestamp64Milli({atMs:Int64}, 'UTC'), [], [], [], 0, false
          FROM rollup_batches WHERE _part NOT IN (${parts.map((part) => `'${part}'`).join(', ')})`,
    params: { atMs: now() },
  });
}

/**
 * The removals of rows of `events` that the engine has not completed: it continues them after their process is gone. Deleted workspaces do not
 * matter, because they are removed from the rollups as well.
 */
const removals = `SELECT 1 FROM system.mutations
  WHERE database = currentDatabase() AND table = 'events' AND NOT is_done
    AND position(command, 'DELETE WHERE') > 0 AND position(command, 'workspace_deletions') = 0`;

/** Empties the rollups once no process reads them any more and no rows are being removed from `events`. Resolves with false until then. */
export async function emptyRollups(warehouse: Warehouse, reset: Batch, nowMs: number): Promise<boolean> {
  if (Math.abs(nowMs - reset.atMs) < choiceMsMax + clockSkewMsMax) return false;
  if ((await warehouse.read({ sql: removals })).length > 0) return false;
  await warehouse.alone('reset', async () => {
    for (const { table } of targets) {
      // In this order, because rows of a later batch are written only after its plan.
      const rows = await warehouse.read({ sql: `SELECT 1 FROM ${table} LIMIT 1` });
      const last = await readLastBatch(warehouse);
      if (rows.length > 0 && last.batch === reset.batch) {
        await warehouse.command({ sql: `TRUNCATE TABLE ${table} SETTINGS max_table_size_to_drop = 0` });
      }
    }
  });
  return true;
}

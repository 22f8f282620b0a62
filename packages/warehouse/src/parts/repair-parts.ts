/** Takes damaged parts out of use, so that a store can be opened again. */
import type { Warehouse } from '../driver/port.ts';
import { requestRebuild, requestRebuildWithout } from '../rollups/rebuild.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart } from './damaged-part.ts';
import { findInsertsOf } from './find-missing.ts';
import { noteRepaired } from './repaired-parts.ts';

/**
 * Detaches damaged parts, whose files stay in `detached/`. If one of them belongs to `events` or a derived table, the consumer rebuilds the
 * rollups: they are only consistent with each other and with `events`. It can be killed at any point and run again.
 */
export async function repairParts(
  warehouse: Warehouse,
  damaged: readonly DamagedPart[],
  now: () => number,
): Promise<void> {
  if (damaged.length === 0) return;
  const unreadable = damaged.filter(({ fault }) => fault === 'unreadable');
  const isRebuilt =
    damaged.some(({ table }) => ['events', 'derived'].includes(kindOf(table) ?? '')) && (await hasBatches(warehouse));
  // Before the first change, because a part that is detached is not found again after an interruption.
  if (isRebuilt) await requestFirst(warehouse, unreadable, now);
  for (const { table, part } of unreadable) {
    await warehouse.command({ sql: `ALTER TABLE ${table} DETACH PART '${part}'` });
  }
  // A worker on a server may have begun before the last part was detached.
  if (isRebuilt) await requestRebuild(warehouse, now);
  const detached = damaged.filter(({ fault }) => fault === 'set aside');
  const inserts = warehouse.isShared ? [] : await findInsertsOf(warehouse, detached);
  await noteRepaired(warehouse, [...damaged, ...inserts], now);
}

/** Returns false for a store of an earlier version, before its migration to rollups in batches: it computes them from the start. */
async function hasBatches(warehouse: Warehouse): Promise<boolean> {
  const found = await warehouse.read({
    sql: `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'rollup_batches'`,
  });
  return found.length > 0;
}

async function requestFirst(
  warehouse: Warehouse,
  unreadable: readonly DamagedPart[],
  now: () => number,
): Promise<void> {
  const parts = unreadable.filter(({ table }) => table === 'rollup_batches').map(({ part }) => part);
  if (parts.length === 0) await requestRebuild(warehouse, now);
  else await requestRebuildWithout(warehouse, parts, now);
}

/** Whether the rollups hold what is stored. */
import type { Warehouse } from '../driver/port.ts';
import { haveAll } from './apply.ts';
import { type LogEnd, logName, readLastRun } from './marks.ts';
import { findRemovals } from './removals.ts';
import { liveTables } from './tables.ts';

/** Whether all that lies below `ends` has arrived in every rollup, and all that was removed has been taken off. */
export async function rollupsHold(warehouse: Pick<Warehouse, 'read'>, ends: readonly LogEnd[]): Promise<boolean> {
  const last = await readLastRun(warehouse, liveTables);
  const marks = new Map(last.marks.map((mark) => [logName(mark), mark.offset]));
  if (ends.some((end) => end.offset > (marks.get(logName(end)) ?? 0))) return false;
  if (last.run === 0) return true;
  if (!(await haveAll(warehouse, liveTables, last))) return false;
  return ((await findRemovals(warehouse, liveTables, last)) ?? []).length === 0;
}

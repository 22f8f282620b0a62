/** Which run the rollups are at, and whether all of them have it. */
import type { ParameterValue, Warehouse } from '../driver/port.ts';
import { logName, readLastRun, type Run } from './marks.ts';
import { liveTables, rollupTargets } from './tables.ts';
import type { Counted } from './verify-events.ts';

type Reader = Pick<Warehouse, 'read'>;

/** A rollup whose marker row says that it has had more or fewer runs than there were. */
export interface StaleMarker {
  table: string;
  /** The materialized view that fills it; a table can have two. */
  view: string;
  arrived: number;
  runs: number;
}

export interface RollupState extends Counted {
  run: Run;
  stale: readonly StaleMarker[];
  /** Values of the parameters in what `verify-events.ts` writes. */
  params: Readonly<Record<'logs' | 'offsets' | 'removed', ParameterValue>>;
}

export async function readState(warehouse: Reader): Promise<RollupState> {
  const run = await readLastRun(warehouse, liveTables);
  const arrived = rollupTargets.map(
    (target) => `(SELECT toUInt64(${target.arrived}) FROM ${target.table} WHERE workspace_id = '')`,
  );
  const [row] = await warehouse.read<{ arrived: number[]; removals: number }>({
    sql: `SELECT [${arrived.join(', ')}] AS arrived, (SELECT count() FROM removed_events) AS removals`,
  });
  const stale = rollupTargets.map(({ table, view }, index) => ({
    table,
    view,
    arrived: row?.arrived[index] ?? 0,
    runs: run.run,
  }));
  return {
    run,
    stale: stale.filter((marker) => marker.arrived !== marker.runs),
    hasRemovals: (row?.removals ?? 0) > 0,
    params: {
      logs: run.marks.map(logName),
      offsets: run.marks.map(({ offset }) => String(offset)),
      removed: [...run.removed],
    },
  };
}

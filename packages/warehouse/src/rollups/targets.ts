/**
 * The tables that a batch writes, in order: first everything that is computed from the worker's state, then the state itself.
 * So after a kill, missing tables can be computed again from state that has not changed: docs/adr/0026-rollup-batches.md.
 */
import { z } from 'zod';
import { isPageview } from '../queries/sql/events.ts';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { Batch } from './batch.ts';
import { never } from './breakdown-changes.ts';
import { forEver } from './scratch.ts';
import { stateColumns, valuesOfNone, visitColumns } from './visit.ts';

export interface Target {
  table: string;
  /** The table into which rows are inserted, if another: a view passes them on. */
  into?: string;
  columns: readonly string[];
  /** The query that selects these columns of the rows of a batch from the scratch tables; `batch` is the number of the batch. */
  rows: (batch: number) => string;
  /** The condition that a row is a marker, as a range of the table's key. */
  isMarker: string;
  /** The number of the batch that arrived last, in SQL over the markers; `reset` is the number of the last reset. */
  arrived: (reset: number) => string;
}

const ofNoWorkspace = "workspace_id = ''";

/** The tables from which results are read. One query checks whether all three have a batch. */
const read: readonly Target[] = [
  {
    table: 'breakdown',
    into: 'breakdown_changes',
    columns: ['workspace_id', 'dimension', 'value', 'hour', 'last_seen_hour', 'count', 'uniques'],
    rows: () => `
      SELECT * FROM scratch_breakdown
      UNION ALL SELECT '', '', '', ${never}, ${never}, 0, 1`,
    isMarker: ofNoWorkspace,
    arrived: (reset) => `${reset} + sumIf(uniques, grain = 'hour')`,
  },
  {
    table: 'titles',
    columns: ['workspace_id', 'path', 'hour', 'latest'],
    rows: (batch) => `
      SELECT workspace_id, path, toStartOfHour(timestamp) AS hour, max((arrival_order, title)) AS latest
      FROM scratch_events
      WHERE ${isPageview} AND title != ''
      GROUP BY workspace_id, path, hour
      UNION ALL SELECT '', '', ${never}, (toUInt128(${batch}), '')`,
    isMarker: ofNoWorkspace,
    arrived: (reset) => `greatest(${reset}, toUInt64(max(latest).1))`,
  },
  {
    table: 'visits',
    columns: [...visitColumns, 'day', 'sign'],
    // Without unchanged sessions: readers would mistake a state that is retracted and added again for a former one.
    rows: () => `
      SELECT ${visitColumns.join(', ')}, toDate(started_at) AS day, sign FROM scratch_sessions
      WHERE (workspace_id, session_id) IN (SELECT workspace_id, session_id FROM scratch_events)
      UNION ALL SELECT ${valuesOfNone(visitColumns)}, toDate(0), 1`,
    isMarker: ofNoWorkspace,
    arrived: (reset) => `${reset} + sum(sign)`,
  },
];

const activityColumns = ['workspace_id', 'subject_id', 'hour', 'kind', 'attributes', 'path', 'times', 'kept_until'];

/** The worker's own state. */
const state: readonly Target[] = [
  {
    table: 'activity',
    columns: activityColumns,
    rows: () => `
      SELECT ${activityColumns.join(', ')} FROM scratch_activity
      UNION ALL SELECT '', 0, ${never}, '', [], '', 1, ${forEver}`,
    isMarker: `subject_id = 0 AND ${ofNoWorkspace}`,
    arrived: (reset) => `${reset} + sum(times)`,
  },
  {
    table: 'sessions',
    columns: [...stateColumns, 'batch', 'kept_until'],
    rows: (batch) => `
      SELECT ${stateColumns.join(', ')}, ${batch} AS batch, kept_until FROM scratch_sessions WHERE sign = 1
      UNION ALL SELECT ${valuesOfNone(stateColumns)}, ${batch}, ${forEver}`,
    isMarker: `session_id = 0 AND ${ofNoWorkspace}`,
    arrived: (reset) => `greatest(${reset}, max(batch))`,
  },
];

/** The targets in order. A stage is written once all previous stages have the batch. */
export const stages: readonly (readonly Target[])[] = [read, ...state.map((target) => [target])];
export const targets = stages.flat();

/**
 * Settings that insert a batch as one block and so as one part of each table, which has all rows and the marker, or does not
 * exist. The rows that are read are squashed into one block before the view receives them, and the rows of the view before they
 * are written. The tables have no partitions.
 */
const asOneBlock = `max_threads = 1, max_insert_threads = 1, max_block_size = 1000000000, max_insert_block_size = 1000000000,
  min_insert_block_size_rows = 1000000000, min_insert_block_size_bytes = 0, optimize_on_insert = 0`;

/**
 * Returns the statement that inserts the rows of a batch into a target. Inserts with the same token count once, whichever
 * process makes them. The engine adds the number of blocks that are read to the token; rows that one thread sorts are one block.
 */
export function fillTarget({ table, into = table, columns, rows }: Target, { batch }: Batch, token: string): string {
  const names = columns.join(', ');
  return `INSERT INTO ${into} (${names}) SELECT ${names} FROM (${rows(batch)}) ORDER BY ALL
    SETTINGS ${asOneBlock}, max_bytes_ratio_before_external_sort = 0,
      deduplicate_insert = 'enable', deduplicate_insert_select = 'force_enable', insert_deduplication_token = '${token}'`;
}

const progressRow = z.object({ position: z.int(), number: z.int() });

export interface Progress {
  /** The number of the last planned batch. */
  planned: number;
  /** The number of the batch that arrived last in each of the given targets. */
  arrived: readonly number[];
}

export async function readProgress(
  warehouse: Pick<Warehouse, 'read'>,
  { reset }: Batch,
  among: readonly Target[] = targets,
): Promise<Progress> {
  const ofTargets = among.map(
    ({ table, arrived, isMarker }, index) =>
      `SELECT ${index + 1} AS position, toUInt64(${arrived(reset)}) AS number FROM ${table} WHERE ${isMarker}`,
  );
  // Last, so that no target has a batch of which the plan was not seen.
  const ofPlans = 'SELECT 0 AS position, max(batch) AS number FROM rollup_batches';
  const found = await readRows(warehouse, progressRow, { sql: [...ofTargets, ofPlans].join(' UNION ALL ') });
  const [planned = 0, ...arrived] = found.toSorted((a, b) => a.position - b.position).map(({ number }) => number);
  return { planned, arrived };
}

/**
 * The tables that a batch writes, in order: first everything that is computed from the worker's state, then the state itself.
 * So after a kill, missing tables can be computed again from state that has not changed: docs/adr/0026-rollup-batches.md.
 */
import { z } from 'zod';
import { eventSums, pathTime, sessionSums, valueOfEvent } from '../queries/breakdown-dimensions.ts';
import { isPageview } from '../queries/sql/events.ts';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { keysOfActivity } from './activity.ts';
import type { Batch } from './batch.ts';
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

const never = "toDateTime(0, 'UTC')";

/** Sums without distinct visitors: of events, and of sessions in the hour in which they start. */
const sumsOfEvents = `
  SELECT workspace_id, done.1 AS dimension, done.2 AS value, toStartOfHour(timestamp) AS hour, ${never} AS last_seen_hour,
    sum(done.3) AS count, sum(done.4) AS uniques
  FROM scratch_events
  ARRAY JOIN arrayConcat(${[...eventSums, pathTime]
    .map(
      ({ name, when, sum, uniques, column }) =>
        `if(${when}, [('${name}', ${valueOfEvent(column)}, toInt64(${sum}), toInt64(${uniques}))], [])`,
    )
    .join(', ')}) AS done
  GROUP BY workspace_id, dimension, value, hour`;
const sumsOfSessions = `
  SELECT workspace_id, done.1 AS dimension, '' AS value, toStartOfHour(started_at) AS hour, ${never} AS last_seen_hour,
    sum(sign * done.2) AS count, toInt64(0) AS uniques
  FROM scratch_sessions
  ARRAY JOIN [${sessionSums.map(({ name, sum }) => `('${name}', toInt64(${sum}))`).join(', ')}] AS done
  GROUP BY workspace_id, dimension, hour
  HAVING count != 0`;

/** The worker's state of the subjects in the batch. Subjects and entries are found by hash; an extra one from a collision is harmless. */
const remembered = `
  SELECT subject_id, arrayJoin(${keysOfActivity}) AS key, hour, times, true AS is_known
  FROM activity
  PREWHERE subject_id IN (SELECT subject_id FROM scratch_activity)
  WHERE cityHash64(subject_id, key) IN (SELECT cityHash64(subject_id, arrayJoin(keys)) FROM scratch_activity)`;

const pairsOf = (hours: string, n: number) =>
  `arrayMap((hour, last_seen) -> (hour, last_seen, toInt64(${n})), ${hours}, arrayPopBack(arrayPushFront(${hours}, ${never})))`;

/** Counts of values, new last-seen pairs, and retracted ones: those between whose hours the subject turned out to be active. */
const occurrences = `
  SELECT workspace_id, dimension, value, hour, last_seen_hour, changes.count AS count, changes.uniques AS uniques
  FROM (
    SELECT key, hour, last_seen_hour, sum(changed.count) AS count, sum(changed.uniques) AS uniques
    FROM (
      SELECT arrayJoin(keys) AS key, hour, ${never} AS last_seen_hour, times AS count, toInt64(0) AS uniques FROM scratch_activity
      UNION ALL
      SELECT key, change.1 AS hour, change.2 AS last_seen_hour, toInt64(0) AS count, change.3 AS uniques
      FROM (
        SELECT key, arraySort(groupArrayIf(hour, old > 0)) AS before, arraySort(groupArrayIf(hour, old + new > 0)) AS after
        FROM (
          SELECT subject_id, key, hour, sumIf(times, is_known) AS old, sumIf(times, NOT is_known) AS new
          FROM (
            ${remembered}
            UNION ALL
            SELECT subject_id, arrayJoin(keys) AS key, hour, times, false AS is_known FROM scratch_activity
          )
          GROUP BY subject_id, key, hour
        )
        GROUP BY subject_id, key
        HAVING before != after
      )
      ARRAY JOIN arrayConcat(${pairsOf('before', -1)}, ${pairsOf('after', 1)}) AS change
    ) AS changed
    GROUP BY key, hour, last_seen_hour
    HAVING count != 0 OR uniques != 0
  ) AS changes
  JOIN (
    SELECT workspace_id, key, entry.1 AS dimension, entry.2 AS value
    FROM (SELECT workspace_id, keys, entries FROM scratch_activity)
    ARRAY JOIN keys AS key, entries AS entry
    LIMIT 1 BY key
  ) AS texts USING (key)`;

const ofNoWorkspace = "workspace_id = ''";

/** The tables from which results are read. One query checks whether all three have a batch. */
const read: readonly Target[] = [
  {
    table: 'breakdown',
    into: 'breakdown_changes',
    columns: ['workspace_id', 'dimension', 'value', 'hour', 'last_seen_hour', 'count', 'uniques'],
    rows: () => `
      ${occurrences}
      UNION ALL ${sumsOfEvents}
      UNION ALL ${sumsOfSessions}
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
 * Returns the statements that insert the rows of a batch into a target. Inserts with the same token count once, whichever
 * process makes them. The engine adds the number of blocks that are read to the token; a table that one thread sorts is one
 * block. Creating that table from the query would analyze the query twice.
 */
export function fillTarget({ table, into = table, columns, rows }: Target, { batch }: Batch, token: string): string[] {
  return [
    `CREATE TEMPORARY TABLE scratch_rows ENGINE = Memory AS ${into}`,
    `INSERT INTO scratch_rows (${columns.join(', ')}) ${rows(batch)}`,
    `INSERT INTO ${into} SELECT * FROM scratch_rows ORDER BY ALL
     SETTINGS ${asOneBlock}, max_bytes_ratio_before_external_sort = 0,
       deduplicate_insert = 'enable', deduplicate_insert_select = 'force_enable', insert_deduplication_token = '${token}'`,
    'DROP TEMPORARY TABLE scratch_rows',
  ];
}

const progressRow = z.object({
  /** The number of the last planned batch. */
  planned: z.int(),
  /** The number of the batch that arrived last in each of the given targets. */
  arrived: z.array(z.int()),
});
export type Progress = z.output<typeof progressRow>;

export async function readProgress(
  warehouse: Pick<Warehouse, 'read'>,
  { reset }: Batch,
  among: readonly Target[] = targets,
): Promise<Progress> {
  const numbers = among.map(
    ({ table, arrived, isMarker }) => `(SELECT toUInt64(${arrived(reset)}) FROM ${table} WHERE ${isMarker})`,
  );
  const sql = `SELECT [${numbers.join(', ')}] AS arrived, (SELECT max(batch) FROM rollup_batches) AS planned`;
  const [progress] = await readRows(warehouse, progressRow, { sql });
  return progress ?? { planned: 0, arrived: [] };
}

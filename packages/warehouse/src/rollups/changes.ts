/** What a run of the worker writes: the statements that find out, from new events, how each rollup changes. */
import { sessionAttributes } from '../queries/dimensions.ts';
import {
  arrivalOrder,
  attributeOrder,
  isCustom,
  isDeadClick,
  isPageview,
  isRageClick,
  isScrolled,
  isTimed,
} from '../queries/sql/events.ts';
import { isBounce } from '../queries/sql/sessions.ts';
import { countsEntry, entriesOfWhat, keysOfWhat, whatOfEvent, whatOfSession } from './dimensions.ts';
import type { RollupTables } from './tables.ts';

/** A run's input, as SQL over `events` and `removed_events`. */
export interface RunInput {
  attempt: string;
  run: number;
  /** A condition on rows of `events`: those that are new. */
  isNew: string;
  /** The same for those that the marks, as they will be, say have been seen. */
  isSeen: string;
  /** A condition on rows of `removed_events`: those that are to be taken off; undefined when that table is empty. */
  isTakenOff: string | undefined;
}

/** A session's attributes, and whose it is: those of one event. */
const attributes = ['visitor_id', ...sessionAttributes];
/** All of them as one text: an aggregate that keeps a tuple takes a kilobyte more of memory for each session. Events are well-formed UTF-8, which JSON gives back as it was. */
const packed = `toJSONString((${attributes.join(', ')}))`;
const unpacked = (text: string) =>
  `JSONExtract(${text}, 'Tuple(UInt64${', String'.repeat(sessionAttributes.length)})')`;
const figures = 'events, started_at, ended_at, pageviews, custom_events, dead_clicks, rage_clicks, first_order';
/** What the worker needs of an event. */
const eventColumns = [
  '`partition`',
  '`offset`',
  'received_at',
  'request_index',
  'id',
  'workspace_id',
  'session_id',
  'timestamp',
  'type',
  'path',
  'title',
  'scroll_depth',
  'engaged_ms',
  'continued',
  ...attributes,
];
const ids = 'workspace_id, session_id';
const never = "toDateTime(0, 'UTC')";

/** The statements that stage a run's changes, in order: each may read what those before it have staged. */
export function stageChanges(tables: RollupTables, input: RunInput): string[] {
  const events = `(SELECT * FROM ${tables('staged_events')} WHERE attempt = ${input.attempt} AND sign != 0)`;
  return [
    changedEvents(tables, input),
    sessionChanges(tables, input, events),
    activityChanges(tables, input, events),
    counterChanges(tables, input, events),
    pageChanges(tables, input, events),
  ];
}

/**
 * New events with `sign` 1, removed ones with -1, and a marker row with 0. An event that is removed while the run reads it
 * may be in neither table's place: so both are read, and one row of each place counts.
 */
function changedEvents(tables: RollupTables, { attempt, isNew, isTakenOff }: RunInput): string {
  const removed = tables('removed_events');
  const columns = eventColumns.join(', ');
  const once = (rows: string) => `(${rows} LIMIT 1 BY incarnation, \`partition\`, \`offset\`)`;
  const added =
    isTakenOff === undefined
      ? `events WHERE ${isNew}`
      : once(`SELECT * FROM (SELECT * FROM events WHERE ${isNew} UNION ALL SELECT * FROM ${removed} WHERE ${isNew})`);
  const takenOff = once(`SELECT * FROM ${removed} WHERE ${isTakenOff ?? 'false'}`);
  return `
    INSERT INTO ${tables('staged_events')} (attempt, sign, ${columns})
    SELECT ${attempt}, 1, ${columns} FROM ${added}
    ${isTakenOff === undefined ? '' : `UNION ALL SELECT ${attempt}, -1, ${columns} FROM ${takenOff}`}
    UNION ALL SELECT ${attempt}, 0, ${eventColumns.map((column) => `any(${column})`).join(', ')} FROM events WHERE false`;
}

/** Whether a row's id, in its workspace, is one of those in `rows`. The second half is all; the first is told in half the time, and leaves it little to do. */
const isAmong = (id: string, rows: string) =>
  `${id} IN (SELECT ${id} FROM ${rows}) AND (workspace_id, ${id}) IN (SELECT workspace_id, ${id} FROM ${rows})`;

/** Of rows of `events`, one row a session, in the form of the table of sessions. */
const sessionsOf = (events: string) => `
  SELECT ${ids}, count() AS events, min(timestamp) AS started_at, max(timestamp) AS ended_at,
    countIf(${isPageview}) AS pageviews, countIf(${isCustom}) AS custom_events,
    countIf(${isDeadClick}) AS dead_clicks, countIf(${isRageClick}) AS rage_clicks,
    min(${attributeOrder}) AS first_order, argMin(${packed}, ${attributeOrder}) AS packed
  FROM ${events}
  GROUP BY ${ids}`;

/**
 * For each session that the run touches what it was, with sign -1, and what it is now, with sign 1. It grows by its new
 * events; one that has lost an event is counted anew, from all of its events.
 */
function sessionChanges(tables: RollupTables, input: RunInput, events: string): string {
  const { attempt, run, isNew, isSeen, isTakenOff } = input;
  const lost = isTakenOff === undefined ? 'false' : `(${ids}) IN (SELECT ${ids} FROM ${events} WHERE sign = -1)`;
  const known = `
    SELECT * FROM (
      SELECT ${ids}, ${figures}, ${packed} AS packed
      FROM ${tables('sessions')}
      WHERE ${isAmong('session_id', events)}
      ORDER BY run DESC
      LIMIT 1 BY ${ids}
    ) WHERE events > 0`;
  // Hours prune: all that a session has, apart from what is new, lies between its first event and its last.
  const recounted = `(
    SELECT * FROM events
    WHERE (${isSeen}) AND ${lost}
      AND (workspace_id, toStartOfHour(timestamp)) IN (
        SELECT workspace_id, arrayJoin(arrayMap(i -> toStartOfHour(started_at) + 3600 * i,
          range(toUInt32(dateDiff('hour', toStartOfHour(started_at), toStartOfHour(ended_at)) + 1)))) AS hour
        FROM ${tables('sessions')} WHERE ${lost}
        UNION DISTINCT SELECT workspace_id, toStartOfHour(timestamp) FROM events WHERE (${isNew}) AND ${lost}))`;
  return `
    INSERT INTO ${tables('staged_session_changes')}
      (attempt, sign, run, ${ids}, ${figures}, duration_ms, is_bounced, ${attributes.join(', ')})
    SELECT ${attempt}, sign, ${run}, ${ids}, ${figures}, dateDiff('millisecond', started_at, ended_at),
      ${isBounce('pageviews', 'custom_events')}, ${attributes.map((_, index) => `attributes.${index + 1}`).join(', ')}
    FROM (
      SELECT ${ids}, sign, sumIf(part.events, counts) AS events, minIf(part.started_at, counts) AS started_at,
        maxIf(part.ended_at, counts) AS ended_at, sumIf(part.pageviews, counts) AS pageviews,
        sumIf(part.custom_events, counts) AS custom_events, sumIf(part.dead_clicks, counts) AS dead_clicks,
        sumIf(part.rage_clicks, counts) AS rage_clicks, minIf(part.first_order, counts) AS first_order,
        ${unpacked('argMinIf(part.packed, part.first_order, counts)')} AS attributes
      FROM (
        SELECT *, arrayJoin([-1, 1]) AS sign, sign = -1 OR NOT (${lost}) AS counts FROM (${known})
        UNION ALL SELECT *, 1 AS sign, true AS counts FROM (${sessionsOf(`${events} WHERE sign = 1 AND NOT (${lost})`)})
        ${isTakenOff === undefined ? '' : `UNION ALL SELECT *, 1 AS sign, true AS counts FROM (${sessionsOf(recounted)})`}
      ) AS part
      GROUP BY ${ids}, sign)
    UNION ALL
    SELECT ${attempt}, 1, ${run}, '', 0, 1, toDateTime64(0, 3, 'UTC'), toDateTime64(0, 3, 'UTC'), 0, 0, 0, 0, 0, 0, false,
      0${", ''".repeat(attributes.length - 1)}`;
}

/**
 * What each subject did, more or less than before: by its sessions and by its events. Rows of one key are not added up
 * here: it would cost more than it saves those who read them.
 */
function activityChanges(tables: RollupTables, { attempt }: RunInput, events: string): string {
  const sessions = `SELECT * FROM ${tables('staged_session_changes')} WHERE attempt = ${attempt} AND workspace_id != '' AND events > 0`;
  const start = `${ids}, toStartOfHour(started_at), first_order`;
  return `
    INSERT INTO ${tables('staged_activity_changes')} (attempt, workspace_id, subject_id, hour, what, n, entries, keys)
    SELECT ${attempt}, workspace_id, subject_id, hour, what, n, arrayFilter(entry -> ${countsEntry}, entries_of_what),
      arrayFilter((key, entry) -> ${countsEntry}, keys_of_what, entries_of_what)
    FROM (SELECT *, ${entriesOfWhat} AS entries_of_what, ${keysOfWhat} AS keys_of_what FROM (
      SELECT workspace_id, visitor_id AS subject_id, toStartOfHour(started_at) AS hour, ${whatOfSession} AS what, sign AS n
      FROM (${sessions})
      -- One that has only gone on counts where it did.
      WHERE (${start}) IN (SELECT ${start} FROM (${sessions}) GROUP BY ${start} HAVING sum(sign) != 0)
      UNION ALL
      SELECT workspace_id, done.1, toStartOfHour(timestamp), done.2, sign
      FROM ${events}
      ARRAY JOIN ${whatOfEvent} AS done))
    UNION ALL
    SELECT ${attempt}, '', 0, ${never}, [], 1, [], []`;
}

/**
 * What occurred, and returns: those that are new, and those that are none any more because the subject was active in
 * between, or not at all.
 */
function counterChanges(tables: RollupTables, { attempt }: RunInput, events: string): string {
  const staged = `${tables('staged_activity_changes')} WHERE attempt = ${attempt} AND workspace_id != ''`;
  // What is left out does not change. By a hash: one that is there by chance does no harm, and a visitor may have years behind it.
  const known = `
    SELECT subject_id, arrayJoin(${keysOfWhat}) AS key, hour, n, true AS is_known
    FROM ${tables('activity')}
    PREWHERE subject_id IN (SELECT subject_id FROM ${staged})
    WHERE cityHash64(subject_id, key) IN (SELECT cityHash64(subject_id, arrayJoin(keys)) FROM ${staged})`;
  const returnsOf = (hours: string, n: number) =>
    `arrayMap((hour, previous) -> (hour, previous, toInt64(${n})), ${hours}, arrayPopBack(arrayPushFront(${hours}, ${never})))`;
  return `
    INSERT INTO ${tables('staged_counter_changes')}
    SELECT ${attempt}, workspace_id, dimension, value, hour, previous_hour, occurrences, subjects
    FROM (
      SELECT key, hour, previous_hour, sum(changed.occurrences) AS occurrences, sum(changed.subjects) AS subjects
      FROM (
        SELECT arrayJoin(keys) AS key, hour, ${never} AS previous_hour, n AS occurrences, 0 AS subjects FROM ${staged}
        UNION ALL
        SELECT key, change.1 AS hour, change.2 AS previous_hour, 0 AS occurrences, change.3 AS subjects
        FROM (
          SELECT key, arraySort(groupArrayIf(hour, old > 0)) AS before, arraySort(groupArrayIf(hour, old + new > 0)) AS after
          FROM (
            SELECT subject_id, key, hour, sumIf(n, is_known) AS old, sumIf(n, NOT is_known) AS new
            FROM (
              ${known}
              UNION ALL
              SELECT subject_id, arrayJoin(keys) AS key, hour, n, false AS is_known FROM ${staged}
            )
            GROUP BY subject_id, key, hour
          )
          GROUP BY subject_id, key
          HAVING before != after
        )
        ARRAY JOIN arrayConcat(${returnsOf('before', -1)}, ${returnsOf('after', 1)}) AS change
      ) AS changed
      GROUP BY key, hour, previous_hour
      HAVING occurrences != 0 OR subjects != 0
    ) AS changes
    JOIN (
      SELECT workspace_id, key, entry.1 AS dimension, entry.2 AS value
      FROM (SELECT * FROM ${staged})
      ARRAY JOIN keys AS key, entries AS entry
      LIMIT 1 BY key
    ) AS texts USING (key)
    UNION ALL
    SELECT ${attempt}, workspace_id, 'scroll', path, toStartOfHour(timestamp) AS hour, ${never},
      sum(sign * scroll_depth), sumIf(sign, NOT continued)
    FROM ${events}
    WHERE ${isScrolled}
    GROUP BY workspace_id, path, hour
    UNION ALL
    SELECT ${attempt}, '', 'all', '', ${never}, ${never}, 1, 1`;
}

/** What page views left behind. A title stays when its event is removed: that was a copy of one which has it too. */
function pageChanges(tables: RollupTables, { attempt }: RunInput, events: string): string {
  return `
    INSERT INTO ${tables('staged_page_changes')}
    SELECT ${attempt}, workspace_id, path, toStartOfHour(timestamp) AS hour,
      sumIf(sign * engaged_ms, ${isTimed}), sumIf(sign, ${isTimed} AND NOT continued),
      max(if(${isPageview} AND sign = 1, (${arrivalOrder}, title), (toUInt128(0), '')))
    FROM ${events}
    WHERE ${isPageview} OR (${isTimed})
    GROUP BY workspace_id, path, hour
    UNION ALL
    SELECT ${attempt}, '', '', ${never}, 0, 1, (toUInt128(0), '')`;
}

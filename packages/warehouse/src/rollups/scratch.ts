/**
 * The scratch tables of a batch: everything that the worker computes from new events before it writes. They are temporary and
 * in memory. An interrupted batch computes them again from the same events and the same state.
 */
import { arrivalOrder, attributeOrder, isCustom, isDeadClick, isPageview, isRageClick } from '../queries/sql/events.ts';
import { isBounce } from '../queries/sql/sessions.ts';
import { activityOfEvent, activityOfSession, countsEntry, entriesOfActivity, keysOfActivity } from './activity.ts';
import { changedBreakdown } from './breakdown-changes.ts';
import { attributes, counts, entry, exit } from './visit.ts';

/** The columns of a session that come from one of its events, and the columns of events from which its entry and exit come. */
const firstColumns = [...attributes, ...entry];
const pageColumns = ['page', 'host'];

/**
 * Packs several columns into one text: an aggregate of tuples needs a kilobyte more memory per session. Events are well-formed
 * UTF-8, which JSON preserves.
 */
const packed = (columns: readonly string[]) => `toJSONString((${columns.join(', ')}))`;
const unpacked = (text: string, columns: readonly string[]) =>
  `JSONExtract(${text}, 'Tuple(${columns.map((name) => (name === 'visitor_id' ? 'UInt64' : 'String')).join(', ')})')`;
const elements = (tuple: string, columns: readonly string[]) =>
  columns.map((name, index) => `${tuple}.${index + 1} AS ${name}`).join(', ');

const ids = 'workspace_id, session_id';

/** The days for which the state of derived visitors is kept after a batch needed it. They do not occur after their day. */
const keptDays = 30;
/** The date until which the state of all others is kept: forever. */
export const forEver = "toDate('2100-01-01')";
/** The day until which state is kept. It is counted from the time of the batch, because a rebuild reads events of any age. */
const keptUntil = (atMs: number) =>
  `if(is_derived, toDate(fromUnixTimestamp64Milli(toInt64(${atMs}), 'UTC')) + ${keptDays}, ${forEver})`;

const eventColumns = ['type', 'path', 'title', 'scroll_depth', 'engaged_ms', 'continued', ...attributes];

/** Selects the new events; `isNew` is a condition on rows of `events`. */
const newEvents = (isNew: string, atMs: number) => `
  SELECT ${ids}, timestamp, ${keptUntil(atMs)} AS kept_until, ${arrivalOrder} AS arrival_order, ${attributeOrder} AS attribute_order,
    if(${isPageview}, path, '') AS page, if(${isPageview}, hostname, '') AS host, ${eventColumns.join(', ')}
  FROM events
  WHERE ${isNew}`;

const sums = (table: string) => counts.map((name) => `sum(${table}.${name}) AS ${name}`).join(', ');

/**
 * Selects the previous state of each session with new events, with sign -1, and its current state, with sign 1. A session of
 * another workspace with the same ID, which is a hash, has two equal rows.
 */
const changedSessions = `
  SELECT ${ids}, sign, started_at, ended_at, ${counts.join(', ')}, attribute_order,
    bitXor(exit_order, attribute_order) AS exit_xor, kept_until,
    dateDiff('millisecond', started_at, ended_at) AS duration_ms, ${isBounce('pageviews', 'custom_events')} AS is_bounced,
    ${elements('first', firstColumns)}, ${elements('last', exit)}
  FROM (
    SELECT ${ids}, sign, min(part.started_at) AS started_at, max(part.ended_at) AS ended_at, ${sums('part')},
      max(part.kept_until) AS kept_until,
      min(part.attribute_order) AS attribute_order, ${unpacked('argMin(part.first, part.attribute_order)', firstColumns)} AS first,
      max(part.exit_order) AS exit_order, ${unpacked('argMax(part.last, part.exit_order)', exit)} AS last
    FROM (
      SELECT ${ids}, arrayJoin([-1, 1]) AS sign, started_at, ended_at, ${counts.join(', ')}, kept_until,
        attribute_order, ${packed(firstColumns)} AS first, bitXor(exit_xor, attribute_order) AS exit_order,
        ${packed(exit)} AS last
      FROM (SELECT * FROM sessions WHERE session_id IN (SELECT session_id FROM scratch_events) ORDER BY batch DESC LIMIT 1 BY ${ids})
      UNION ALL
      SELECT ${ids}, 1 AS sign, min(timestamp) AS started_at, max(timestamp) AS ended_at,
        countIf(${isPageview}) AS pageviews, countIf(${isCustom}) AS custom_events, count() AS events,
        countIf(${isDeadClick}) AS dead_clicks, countIf(${isRageClick}) AS rage_clicks, max(event.kept_until) AS kept_until,
        min(event.attribute_order) AS attribute_order,
        argMin(${packed([...attributes, ...pageColumns])}, event.attribute_order) AS first,
        maxIf(arrival_order, ${isPageview}) AS exit_order,
        argMaxIf(${packed(pageColumns)}, arrival_order, ${isPageview}) AS last
      FROM scratch_events AS event
      GROUP BY ${ids}
    ) AS part
    GROUP BY ${ids}, sign)`;

const startOfSession = `${ids}, toStartOfHour(started_at), attribute_order`;

/**
 * Selects the changes in the activity of each subject, from its sessions and its events, with the breakdown entries that they
 * stand for and the key of each. Rows with the same key are not summed here: that would cost more than it saves when reading.
 */
const changedActivity = `
  SELECT workspace_id, subject_id, hour, kind, attributes, path, times, kept_until,
    arrayFilter(entry -> ${countsEntry}, all_entries) AS entries,
    arrayFilter((key, entry) -> ${countsEntry}, all_keys, all_entries) AS keys
  FROM (SELECT *, ${entriesOfActivity} AS all_entries, ${keysOfActivity} AS all_keys FROM (
    SELECT workspace_id, visitor_id AS subject_id, toStartOfHour(started_at) AS hour, ${activityOfSession},
      toInt64(sign) AS times, kept_until
    FROM scratch_sessions
    -- A session that has only continued counts where it did.
    WHERE (${startOfSession}) IN (
      SELECT ${startOfSession} FROM scratch_sessions GROUP BY ${startOfSession} HAVING sum(sign) != 0)
    UNION ALL
    SELECT workspace_id, done.1 AS subject_id, toStartOfHour(timestamp) AS hour, done.2 AS kind, done.3 AS attributes, path,
      toInt64(1) AS times, kept_until
    FROM scratch_events
    ARRAY JOIN ${activityOfEvent} AS done))`;

/**
 * Returns the statements that fill the scratch tables, each from the previous ones. `atMs` is the time at which the batch was
 * planned, in epoch milliseconds. The engine analyzes a query twice if a table is created from it; for the longest one that is
 * avoided.
 */
export const fillScratch = (isNew: string, atMs: number): string[] => [
  `CREATE TEMPORARY TABLE scratch_events ENGINE = Memory AS ${newEvents(isNew, atMs)}`,
  `CREATE TEMPORARY TABLE scratch_sessions ENGINE = Memory AS ${changedSessions}`,
  `CREATE TEMPORARY TABLE scratch_activity ENGINE = Memory AS ${changedActivity}`,
  'CREATE TEMPORARY TABLE scratch_breakdown ENGINE = Memory AS breakdown_changes',
  `INSERT INTO scratch_breakdown ${changedBreakdown}`,
];

/** Drops the scratch tables, including those that an earlier batch has left on the connection. */
export const dropScratch =
  'DROP TEMPORARY TABLE IF EXISTS scratch_events, scratch_sessions, scratch_activity, scratch_breakdown';

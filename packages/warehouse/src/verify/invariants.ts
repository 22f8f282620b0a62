/** Conditions that the tables must always meet, above all the worker's state, from which later results are computed. */
import type { Warehouse } from '../driver/port.ts';
import { isBounce } from '../queries/sql/sessions.ts';
import { forEver } from '../rollups/scratch.ts';
import { readSettled } from './settled.ts';

/** Two counts and the required relation between them for each `name`: a workspace, a day of a dimension in it, or a partition of the log. */
interface Invariant {
  what: string;
  /** True if a violation means that `events` are wrong and not the rollups. */
  isOfEvents: boolean;
  /** The required relation of `found` to `expected`. */
  must: '=' | '<=' | '>=';
  /** A query that returns `name, found, expected`. */
  sql: string;
}

export interface Violation extends Omit<Invariant, 'sql' | 'must'> {
  name: string;
  found: number;
  expected: number;
}

const violationsMax = 20;
const ofWorkspace = "({workspaceId:String} = '' OR workspace_id = {workspaceId:String})";
const isPresent = `workspace_id != '' AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions) AND ${ofWorkspace}`;

interface Count {
  /** The subject of the count, in SQL; the workspace if omitted. */
  name?: string;
  expression: string;
  from: string;
  where?: string;
}

function counts(what: string, found: Count, must: Invariant['must'], expected: Count): Invariant {
  const count = ({ name = 'workspace_id', expression, from, where = 'true' }: Count, side: string) =>
    `SELECT ${name} AS name, '${side}' AS side, toInt64(${expression}) AS number FROM ${from} WHERE ${isPresent} AND ${where} GROUP BY name`;
  return {
    what,
    isOfEvents: false,
    must,
    sql: `
    SELECT name, sumIf(number, side = 'found') AS found, sumIf(number, side = 'expected') AS expected
    FROM (${count(found, 'found')} UNION ALL ${count(expected, 'expected')})
    GROUP BY name`,
  };
}

const events: Count = { expression: 'count()', from: 'events' };
const pageviews: Count = { expression: "countIf(type = '$pageview')", from: 'events' };
const named = (count: Count): Count => ({ ...count, where: 'NOT is_derived' });
const counted = (dimension: string): Count => ({
  expression: 'sum(breakdown.count)',
  from: 'breakdown',
  where: `dimension = '${dimension}' AND grain = 'day'`,
});
/** Counts the last-seen pairs of two days by the later day. Few ranges read the reversed pairs, so comparing results would miss most damage to them. */
const pairs = (grain: string, day: string): Count => ({
  name: `concat(workspace_id, ' ', dimension, ' ', toString(toDate(${day})))`,
  expression: 'sum(uniques)',
  from: 'breakdown',
  where: `grain = '${grain}' AND last_seen != 0`,
});
const isKept = `kept_until = ${forEver}`;
const inActivity = (kind: string): Count => ({ expression: 'sum(times)', from: 'activity', where: `kind = '${kind}'` });
const inKeptActivity = (kind: string): Count => ({ ...inActivity(kind), where: `kind = '${kind}' AND ${isKept}` });
/** Sums over the sessions that start on a day. It is correct even if rows that cancel each other are not merged. */
const inVisits = (expression: string): Count => ({
  name: "concat(workspace_id, ' ', toString(day))",
  expression: `sum(sign * toInt64(${expression}))`,
  from: 'visits',
});
const ofDay = (dimension: string): Count => ({
  ...counted(dimension),
  name: "concat(workspace_id, ' ', toString(toDate(time)))",
});
const inSessions = (expression: string): Count => ({ expression, from: 'sessions FINAL' });
const inKeptSessions = (expression: string): Count => ({ ...inSessions(expression), where: isKept });

export const invariants: readonly Invariant[] = [
  {
    what: 'rows and offsets of events',
    isOfEvents: true,
    must: '=',
    sql: `
    SELECT concat(incarnation, ':', toString(\`partition\`)) AS name, count() AS found, groupBitmap(\`offset\`) AS expected
    FROM events
    WHERE ${ofWorkspace}
    GROUP BY incarnation, \`partition\``,
  },
  counts('events in the breakdown', counted('all'), '=', events),
  counts('reverse pairs in the breakdown', pairs('reverse', 'last_seen'), '=', pairs('day', 'time')),
  counts('sessions in visits', inVisits('1'), '=', ofDay('session')),
  counts('durations in visits', inVisits("dateDiff('millisecond', started_at, ended_at)"), '=', ofDay('duration')),
  counts('bounces in visits', inVisits(isBounce('pageviews', 'custom_events')), '=', ofDay('bounce')),
  // The state of derived visitors is removed after some weeks, so the total is at most the number of events. The state of all others is complete.
  counts('events in activity', inActivity('event'), '<=', events),
  counts('events in kept activity', inKeptActivity('event'), '>=', named(events)),
  counts('sessions in activity', inActivity('session'), '<=', counted('session')),
  counts('sessions in kept activity', inKeptActivity('session'), '>=', inKeptSessions('count()')),
  counts('sessions', inSessions('count()'), '<=', counted('session')),
  counts('pageviews of sessions', inSessions('sum(pageviews)'), '<=', pageviews),
  counts('pageviews of kept sessions', inKeptSessions('sum(pageviews)'), '>=', named(pageviews)),
];

/** Resolves with the first violations, of one workspace unless it is ''; 'unsettled' if the worker changed the tables during each try. */
export function findViolations(
  warehouse: Pick<Warehouse, 'read'>,
  { what, isOfEvents, must, sql }: Invariant,
  workspaceId: string,
): Promise<Violation[] | 'unsettled'> {
  return readSettled<Violation>(warehouse, {
    sql: `
  SELECT '${what}' AS what, ${isOfEvents} AS isOfEvents, name, found, expected
  FROM (${sql})
  WHERE NOT (found ${must} expected)
  ORDER BY name
  LIMIT ${violationsMax}`,
    params: { workspaceId },
  });
}

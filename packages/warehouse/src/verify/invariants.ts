/** Conditions on the tables that hold whatever is asked: above all on the worker's state, which later answers are computed from. */
import { isBounce } from '../queries/sql/sessions.ts';
import { forEver } from '../rollups/scratch.ts';
import { readSettled, type Settling } from './settled.ts';

/** Two counts and how they must compare for each `name`: a workspace, a day of a dimension in it, or a partition of the log. */
interface Invariant {
  what: string;
  /** True if `events` are wrong where it does not hold, and not the rollups. */
  isOfEvents: boolean;
  /** `found` has to be this compared with `expected`. */
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
  of: string;
  from: string;
  where?: string;
}

function counts(what: string, found: Count, must: Invariant['must'], expected: Count): Invariant {
  const count = ({ name = 'workspace_id', of, from, where = 'true' }: Count, side: string) =>
    `SELECT ${name} AS name, '${side}' AS side, toInt64(${of}) AS number FROM ${from} WHERE ${isPresent} AND ${where} GROUP BY name`;
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

const events: Count = { of: 'count()', from: 'events' };
const pageviews: Count = { of: "countIf(type = '$pageview')", from: 'events' };
const named = (count: Count): Count => ({ ...count, where: 'NOT is_derived' });
const counted = (dimension: string): Count => ({
  of: 'sum(breakdown.count)',
  from: 'breakdown',
  where: `dimension = '${dimension}' AND grain = 'day'`,
});
/** Last-seen pairs of two days, by the day of the later one: few ranges read the reverse ones. */
const pairs = (grain: string, day: string): Count => ({
  name: `concat(workspace_id, ' ', dimension, ' ', toString(toDate(${day})))`,
  of: 'sum(uniques)',
  from: 'breakdown',
  where: `grain = '${grain}' AND last_seen != 0`,
});
const isKept = `kept_until = ${forEver}`;
const inActivity = (what: string): Count => ({ of: 'sum(n)', from: 'activity', where: `what[1] = '${what}'` });
const inKeptActivity = (what: string): Count => ({ ...inActivity(what), where: `what[1] = '${what}' AND ${isKept}` });
/** A sum over the sessions that begin on a day; rows that cancel each other need not be merged for it. */
const inVisits = (of: string): Count => ({
  name: "concat(workspace_id, ' ', toString(day))",
  of: `sum(sign * toInt64(${of}))`,
  from: 'visits',
});
const ofDay = (dimension: string): Count => ({
  ...counted(dimension),
  name: "concat(workspace_id, ' ', toString(toDate(time)))",
});
const inSessions = (of: string): Count => ({ of, from: 'sessions FINAL' });
const inKeptSessions = (of: string): Count => ({ ...inSessions(of), where: isKept });

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
  // The state of derived visitors is removed after some weeks: it is never more than there was, and that of all others is complete.
  counts('events in activity', inActivity('event'), '<=', events),
  counts('events in kept activity', inKeptActivity('event'), '>=', named(events)),
  counts('sessions in activity', inActivity('session'), '<=', counted('session')),
  counts('sessions in kept activity', inKeptActivity('session'), '>=', inKeptSessions('count()')),
  counts('sessions', inSessions('count()'), '<=', counted('session')),
  counts('pageviews of sessions', inSessions('sum(pageviews)'), '<=', pageviews),
  counts('pageviews of kept sessions', inKeptSessions('sum(pageviews)'), '>=', named(pageviews)),
];

/** The first violations, of one workspace unless it is ''; 'unsettled' if the worker changed the tables each time. */
export function findViolations(
  settling: Settling,
  { what, isOfEvents, must, sql }: Invariant,
  workspaceId: string,
): Promise<Violation[] | 'unsettled'> {
  return readSettled<Violation>(settling, {
    sql: `
  SELECT '${what}' AS what, ${isOfEvents} AS isOfEvents, name, found, expected
  FROM (${sql})
  WHERE NOT (found ${must} expected)
  ORDER BY name
  LIMIT ${violationsMax}`,
    params: { workspaceId },
  });
}

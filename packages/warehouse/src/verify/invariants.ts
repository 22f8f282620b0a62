/** Conditions on the tables that hold whatever is asked: above all on the worker's state, which later answers are computed from. */
import { isBounce } from '../queries/sql/sessions.ts';
import { readSettled, type Settling } from './settled.ts';

/** Two counts that must be equal for each `name`: a workspace, a day of a dimension in it, or a partition of the log. */
interface Invariant {
  what: string;
  /** True if `events` are wrong where they differ, and not the rollups. */
  isOfEvents: boolean;
  /** A query that returns `name, found, expected`. */
  sql: string;
}

export interface Violation extends Omit<Invariant, 'sql'> {
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

function equal(what: string, found: Count, expected: Count): Invariant {
  const count = ({ name = 'workspace_id', of, from, where = 'true' }: Count, side: string) =>
    `SELECT ${name} AS name, '${side}' AS side, toInt64(${of}) AS number FROM ${from} WHERE ${isPresent} AND ${where} GROUP BY name`;
  return {
    what,
    isOfEvents: false,
    sql: `
    SELECT name, sumIf(number, side = 'found') AS found, sumIf(number, side = 'expected') AS expected
    FROM (${count(found, 'found')} UNION ALL ${count(expected, 'expected')})
    GROUP BY name`,
  };
}

const events: Count = { of: 'count()', from: 'events' };
const pageviews: Count = { of: "countIf(type = '$pageview')", from: 'events' };
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
const inActivity = (what: string): Count => ({ of: 'sum(n)', from: 'activity', where: `what[1] = '${what}'` });
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

export const invariants: readonly Invariant[] = [
  {
    what: 'rows and offsets of events',
    isOfEvents: true,
    sql: `
    SELECT concat(incarnation, ':', toString(\`partition\`)) AS name, count() AS found, groupBitmap(\`offset\`) AS expected
    FROM events
    WHERE ${ofWorkspace}
    GROUP BY incarnation, \`partition\``,
  },
  equal('events in the breakdown', counted('all'), events),
  equal('reverse pairs in the breakdown', pairs('reverse', 'last_seen'), pairs('day', 'time')),
  equal('events in activity', inActivity('event'), events),
  equal('sessions in activity', inActivity('session'), counted('session')),
  equal('sessions', inSessions('count()'), counted('session')),
  equal('sessions in visits', inVisits('1'), ofDay('session')),
  equal('durations in visits', inVisits("dateDiff('millisecond', started_at, ended_at)"), ofDay('duration')),
  equal('bounces in visits', inVisits(isBounce('pageviews', 'custom_events')), ofDay('bounce')),
  equal('pageviews of sessions', inSessions('sum(pageviews)'), pageviews),
];

/** The first violations, of one workspace unless it is ''; 'unsettled' if the worker changed the tables each time. */
export function findViolations(
  settling: Settling,
  { what, isOfEvents, sql }: Invariant,
  workspaceId: string,
): Promise<Violation[] | 'unsettled'> {
  return readSettled<Violation>(settling, {
    sql: `
  SELECT '${what}' AS what, ${isOfEvents} AS isOfEvents, name, found, expected
  FROM (${sql})
  WHERE found != expected
  ORDER BY name
  LIMIT ${violationsMax}`,
    params: { workspaceId },
  });
}

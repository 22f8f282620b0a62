/** What must hold of the tables whatever is asked: above all of the worker's state, which later answers are computed from. */
import { readSettled, type Settling } from './settled.ts';

/** Two counts that must be equal for each `name`, a workspace or a partition of the log. */
interface Invariant {
  what: string;
  /** Whether `events` are wrong where they differ, and not the rollups. */
  isOfEvents: boolean;
  /** Gives `name, found, expected`. */
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
  of: string;
  from: string;
  where?: string;
}

function equal(what: string, found: Count, expected: Count): Invariant {
  const count = ({ of, from, where = 'true' }: Count, side: string) =>
    `SELECT workspace_id, '${side}' AS side, toInt64(${of}) AS number FROM ${from} WHERE ${isPresent} AND ${where} GROUP BY workspace_id`;
  return {
    what,
    isOfEvents: false,
    sql: `
    SELECT workspace_id AS name, sumIf(number, side = 'found') AS found, sumIf(number, side = 'expected') AS expected
    FROM (${count(found, 'found')} UNION ALL ${count(expected, 'expected')})
    GROUP BY workspace_id`,
  };
}

const events: Count = { of: 'count()', from: 'events' };
const pageviews: Count = { of: "countIf(type = '$pageview')", from: 'events' };
const counted = (dimension: string): Count => ({
  of: 'sum(breakdown.count)',
  from: 'breakdown',
  where: `dimension = '${dimension}' AND grain = 'day'`,
});
const inActivity = (what: string): Count => ({ of: 'sum(n)', from: 'activity', where: `what[1] = '${what}'` });
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
  equal('events in activity', inActivity('event'), events),
  equal('sessions in activity', inActivity('session'), counted('session')),
  equal('sessions', inSessions('count()'), counted('session')),
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

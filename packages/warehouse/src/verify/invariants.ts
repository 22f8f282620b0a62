/** What must hold of the tables whatever is asked: mostly of the worker's own state, which later answers follow from. */
import { ofWorkspace } from '../queries/sql/events.ts';
import { readSettled, type Settling } from './settled.ts';

/** Two counts that must be equal, for each `name`: a workspace, or a partition of the log. As SQL that gives `name, found, expected`. */
interface Invariant {
  what: string;
  /** Whether `events` are wrong where it does not hold, and not the rollups. */
  isOfEvents?: boolean;
  sql: string;
}

export interface Violation {
  what: string;
  isOfEvents: boolean;
  name: string;
  found: number;
  expected: number;
}

const violationsMax = 20;
const isNamed = "workspace_id != '' AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)";

/** Both give `workspace_id, n`. */
const equal = (what: string, found: string, expected: string): Invariant => ({
  what,
  sql: `
    SELECT workspace_id AS name, sumIf(n, side = 'found') AS found, sumIf(n, side = 'expected') AS expected
    FROM (
      SELECT workspace_id, toInt64(n) AS n, 'found' AS side FROM (${found})
      UNION ALL SELECT workspace_id, toInt64(n) AS n, 'expected' AS side FROM (${expected}))
    WHERE ${isNamed} AND ({workspaceId:String} = '' OR ${ofWorkspace})
    GROUP BY workspace_id`,
});

const events = 'SELECT workspace_id, count() AS n FROM events GROUP BY workspace_id';
const pageviews = "SELECT workspace_id, countIf(type = '$pageview') AS n FROM events GROUP BY workspace_id";
const sessionsCounted = `
  SELECT workspace_id, sum(occurrences) AS n FROM counters WHERE dimension = 'device' AND grain = 'day' GROUP BY workspace_id`;
const ofSessions = (sum: string) =>
  `SELECT workspace_id, ${sum} AS n FROM sessions FINAL WHERE events > 0 GROUP BY workspace_id`;

export const invariants: readonly Invariant[] = [
  {
    what: 'rows and offsets',
    isOfEvents: true,
    sql: `
    SELECT concat(incarnation, ':', toString(\`partition\`)) AS name, count() AS found, groupBitmap(\`offset\`) AS expected
    FROM events
    WHERE {workspaceId:String} = '' OR ${ofWorkspace}
    GROUP BY incarnation, \`partition\``,
  },
  equal(
    'events in counters',
    "SELECT workspace_id, sum(occurrences) AS n FROM counters WHERE dimension = 'all' AND grain = 'day' GROUP BY workspace_id",
    events,
  ),
  equal(
    'events in activity',
    "SELECT workspace_id, sum(n) AS n FROM activity WHERE what[1] = 'event' GROUP BY workspace_id",
    events,
  ),
  equal('events in sessions', ofSessions('sum(events)'), events),
  equal('pageviews in sessions', ofSessions('sum(pageviews)'), pageviews),
  equal('sessions', ofSessions('count()'), sessionsCounted),
];

/** The first violations, of one workspace unless it is ''; 'unsettled' if the worker changed the rollups each time. */
export function findViolations(
  settling: Settling,
  { what, sql, isOfEvents = false }: Invariant,
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

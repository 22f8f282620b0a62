/**
 * Prints: for each table, workspace and day the sum over its figures of each times a hash of its key. What adds up in a
 * table adds up in its print, so unmerged rows and any slices give the same, and no statement has to hold the keys. Days
 * whose prints are equal hold the same, but for one chance in 2^64.
 */
import {
  activeInEvents,
  type Counted,
  heldPages,
  hourlyPages,
  hourlyVisitors,
  hourOf,
  ofGroup,
  sessionKeys,
  sessionState,
  sessionTraffic,
  startedSessions,
  within,
} from './verify-events.ts';

export interface Print {
  table: string;
  workspaceId: string;
  /** Seconds since 1970. */
  at: number;
  /** Decimal digits, of a number of 64 bits with a sign. */
  print: string;
}

const never = "toDateTime(0, 'UTC')";
const dayOf = (hour: string) => `toStartOfDay(${hour}, 'UTC')`;
const ofDay = (day: string) => `toDateTime(${day}, 'UTC')`;
const hash = (...columns: string[]) => `reinterpretAsInt64(cityHash64(${columns.join(', ')}))`;

const text = (column: string) => `toString(${column})`;
const sessionPrint = hash('session_id', ...sessionState.map(text));
const returnPrint = (at: string, previous: string) => hash(text('dimension'), text('value'), at, previous);
const trafficPrint = (name: string, figure: string) => `${figure} * ${hash(`'${name}'`, 'hour')}`;
const pagePrint = (name: string, figure: string, at: string) => `${figure} * ${hash(`'${name}'`, text('path'), at)}`;

/** Sums by table, workspace and day. `prints` are SQL for the print of a row of `from` in each table, `day` for its day. */
function printed(from: string, day: string, prints: Readonly<Record<string, string>>): string {
  const tables = Object.keys(prints);
  const sums = Object.values(prints).map((print) => `sum(${print})`);
  return `
  SELECT kind.1 AS table, workspaceId, at, toString(kind.2) AS print
  FROM (
    SELECT workspace_id AS workspaceId, toUnixTimestamp(${day}) AS at, [${sums.join(', ')}] AS sums
    FROM ${from}
    GROUP BY workspaceId, at)
  ARRAY JOIN arrayZip(['${tables.join("', '")}'], sums) AS kind`;
}

const dayOfHour = dayOf('hour');
const countPrints = (subject = 'subject_id', dimension = 'dimension', value = 'value') => ({
  counts_by_hour: hash(text(dimension), text(value), 'hour'),
  counts_by_day: hash(text(dimension), text(value), dayOfHour),
  activity: hash(subject, text(dimension), text(value), 'hour'),
});
const pagesByHour = ['engaged', 'engaged_of', 'scrolled', 'scrolled_of'] as const;
const pagesByDay = ['scrolled', 'scrolled_of'] as const;
const pagePrints = (names: readonly string[], at: string) => names.map((name) => pagePrint(name, name, at)).join(' + ');
const pagesByHourPrint = `${pagePrints(pagesByHour, 'hour')} + if(latest.2 = '', 0, ${hash("'title'", 'path', 'hour', 'latest.2')})`;

/** What the events of the slice say. */
export function printEvents(counted: Counted): string[] {
  return [
    printed(activeInEvents(counted), dayOfHour, countPrints()),
    printed(`(SELECT *, ${hourOf('started_at')} AS hour FROM ${startedSessions(counted)})`, dayOfHour, {
      sessions: sessionPrint,
      traffic_by_hour: Object.entries(sessionTraffic)
        .map(([name, figure]) => trafficPrint(name, `(${figure})`))
        .join(' + '),
      ...Object.fromEntries(
        Object.entries(countPrints('visitor_id', 'key.1', 'key.2')).map(([table, print]) => [
          table,
          `arraySum(key -> ${print}, ${sessionKeys})`,
        ]),
      ),
    }),
    printed(hourlyVisitors(counted), dayOfHour, {
      traffic_by_hour: trafficPrint('visitors', 'visitors'),
    }),
    printed(hourlyPages(counted), dayOfHour, {
      pages_by_hour: pagesByHourPrint,
      pages_by_day: pagePrints(pagesByDay, dayOfHour),
    }),
  ];
}

const byHour = (table: string) => `(SELECT * FROM ${table} WHERE ${ofGroup} AND ${within('hour')})`;
const byDay = (table: string) => `(SELECT * FROM ${table} WHERE ${ofGroup} AND ${within(ofDay('day'))})`;
const atDay = ofDay('day');

/** What the tables hold in the slice. */
export const printTables = [
  printed(byHour('traffic_by_hour'), dayOfHour, {
    traffic_by_hour: ['visitors', ...Object.keys(sessionTraffic)].map((name) => trafficPrint(name, name)).join(' + '),
  }),
  printed(byHour('counts_by_hour'), dayOfHour, { counts_by_hour: `n * ${countPrints().counts_by_hour}` }),
  printed(byDay('counts_by_day'), atDay, { counts_by_day: `n * ${hash(text('dimension'), text('value'), atDay)}` }),
  printed(heldPages, dayOfHour, { pages_by_hour: pagesByHourPrint }),
  printed(`(SELECT *, scroll_depth AS scrolled, scroll_views AS scrolled_of FROM ${byDay('pages_by_day')})`, atDay, {
    pages_by_day: pagePrints(pagesByDay, atDay),
  }),
  printed(byHour('returns_by_hour'), dayOfHour, {
    returns_by_hour: `n * ${returnPrint('hour', 'previous_hour')}`,
  }),
  printed(byDay('returns_by_previous_hour'), atDay, {
    returns_by_previous_hour: `n * ${returnPrint(atDay, 'previous_hour')}`,
  }),
  printed(byDay('returns_by_day'), atDay, {
    returns_by_day: `n * ${returnPrint(atDay, ofDay('previous_day'))}`,
  }),
];

/** Bound: `low` and `high`, decimal digits, both inclusive. */
const inIds = (id: string) => `${id} >= {low:UInt64} AND ${id} <= {high:UInt64}`;

/** What `sessions` holds, of a range of its ids. */
export const printSessions = printed(
  `(SELECT *, ${hourOf('started_at')} AS hour FROM sessions FINAL
    WHERE ${ofGroup} AND ${inIds('session_id')} AND events > 0 AND ${within(hourOf('started_at'))})`,
  dayOfHour,
  { sessions: sessionPrint },
);

/** Hours in which a subject was active with a value, and when it was so before (1970: never). `source` has one row for each hour. Numbers sort faster than texts. */
export const returnsOf = (source: string) => `(
    SELECT workspace_id, subject_id, dimension, value, hour, n,
      lagInFrame(hour, 1, ${never}) OVER (PARTITION BY subject_id, cityHash64(workspace_id, dimension, value) ORDER BY hour
        ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
    FROM ${source})`;

/** What `activity` holds, and what the tables of returns must hold if it is right, of a range of subjects. Their history is read, whatever the days. */
export const printActivity = printed(
  `(SELECT * FROM ${returnsOf(`(SELECT * FROM activity FINAL WHERE ${ofGroup} AND ${inIds('subject_id')} AND n != 0)`)} WHERE ${within('hour')})`,
  dayOfHour,
  {
    activity: `n * ${countPrints().activity}`,
    returns_by_hour: returnPrint('hour', 'previous'),
    returns_by_previous_hour: `if(toUInt32(previous) > 0 AND ${dayOfHour} > ${dayOf('previous')}, ${returnPrint(dayOfHour, 'previous')}, 0)`,
    returns_by_day: `if(${dayOfHour} > ${dayOf('previous')}, ${returnPrint(dayOfHour, dayOf('previous'))}, 0)`,
  },
);

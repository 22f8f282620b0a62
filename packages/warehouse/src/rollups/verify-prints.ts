/**
 * Prints: for each table, workspace and day the sum over its figures of each times a hash of its key. What adds up in a
 * table adds up in its print, so unmerged rows and any slices give the same, and no statement has to hold the keys. Days
 * whose prints are equal hold the same, but for one chance in 2^64.
 */
import { dayOf, nameOf, neighbours, ofOccurrence, ofSubject } from './verify-counters.ts';
import {
  activeInEvents,
  type Counted,
  heldActivity,
  heldPages,
  hourlyPages,
  hourlyTraffic,
  hourOf,
  ofGroup,
  scrolled,
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

const hash = (...columns: string[]) => `reinterpretAsInt64(cityHash64(${columns.join(', ')}))`;

const text = (column: string) => `toString(${column})`;
const sessionPrint = hash('session_id', ...sessionState.map(text));
const trafficPrint = (name: string, figure: string) => `${figure} * ${hash(`'${name}'`, 'hour')}`;
const pagePrint = (name: string, figure: string) => `${figure} * ${hash(`'${name}'`, text('path'), 'hour')}`;
const sum = (prints: readonly string[]) => prints.join(' + ');

/** The following need `name`, of a dimension and a value. */
const activityPrint = (subject: string) => hash(subject, 'name', 'hour');
const counterPrint = (figure: 'occurrences' | 'subjects', grain: string, time: string, previous: string) =>
  hash(`'${figure}'`, 'name', grain, time, previous);
const atOccurrence = (figure: 'occurrences' | 'subjects') =>
  sum(ofOccurrence.map(({ grain, time, previous }) => counterPrint(figure, `'${grain}'`, time, previous)));
const occurrencePrint = atOccurrence('occurrences');
const subjectPrint = sum(
  ofSubject.map(
    ({ grain, time, previous, when }) => `if(${when}, ${counterPrint('subjects', `'${grain}'`, time, previous)}, 0)`,
  ),
);

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
const pagesPrint = sum([
  pagePrint('engaged', 'engaged'),
  pagePrint('engaged_of', 'engaged_of'),
  `if(latest.2 = '', 0, ${hash("'title'", 'path', 'hour', 'latest.2')})`,
]);
const traffic = ['pageviews', 'visitors'];

const ofName = `${nameOf('dimension', 'value')} AS name`;

/** What the events of the slice say. */
export function printEvents(counted: Counted): string[] {
  const names = `arrayMap(key -> ${nameOf('key.1', 'key.2')}, ${sessionKeys})`;
  const scrollName = nameOf("'scroll'", 'path');
  return [
    printed(`(SELECT *, ${ofName} FROM ${activeInEvents(counted)})`, dayOfHour, {
      activity: activityPrint('subject_id'),
      counters: occurrencePrint,
    }),
    printed(
      `(SELECT *, ${hourOf('started_at')} AS hour, ${names} AS names FROM ${startedSessions(counted)})`,
      dayOfHour,
      {
        sessions: sessionPrint,
        traffic_by_hour: sum(Object.entries(sessionTraffic).map(([name, figure]) => trafficPrint(name, `(${figure})`))),
        activity: `arraySum(name -> ${activityPrint('visitor_id')}, names)`,
        counters: `arraySum(name -> ${occurrencePrint}, names)`,
      },
    ),
    printed(hourlyTraffic(counted), dayOfHour, {
      traffic_by_hour: sum(traffic.map((name) => trafficPrint(name, name))),
    }),
    printed(`(SELECT *, ${scrollName} AS name FROM ${hourlyPages(counted)})`, dayOfHour, {
      pages_by_hour: pagesPrint,
      counters: sum([
        `${scrolled.occurrences} * (${occurrencePrint})`,
        `${scrolled.subjects} * (${atOccurrence('subjects')})`,
      ]),
    }),
  ];
}

const held = (table: string, time: 'hour' | 'time') => `(SELECT * FROM ${table} WHERE ${ofGroup} AND ${within(time)})`;
const heldCounter = (figure: 'occurrences' | 'subjects') =>
  `${figure} * ${counterPrint(figure, text('grain'), 'time', 'previous')}`;

/** What the tables hold in the slice. */
export const printTables = [
  printed(held('traffic_by_hour', 'hour'), dayOfHour, {
    traffic_by_hour: sum([...traffic, ...Object.keys(sessionTraffic)].map((name) => trafficPrint(name, name))),
  }),
  printed(`(SELECT *, ${ofName} FROM ${held('counters', 'time')})`, dayOf('time'), {
    counters: sum([heldCounter('occurrences'), heldCounter('subjects')]),
  }),
  printed(heldPages, dayOfHour, { pages_by_hour: pagesPrint }),
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

/** What `activity` holds, and what `counters` must hold of subjects if it is right, of a range of them. Their history is read, whatever the days. */
export const printActivity = printed(
  `(SELECT * FROM ${neighbours(`(
      SELECT workspace_id, subject_id, name, hour, sum(n) AS n
      FROM (SELECT *, ${ofName} FROM ${heldActivity(`${ofGroup} AND ${inIds('subject_id')}`)})
      GROUP BY workspace_id, subject_id, name, hour
      HAVING n != 0)`)}
    WHERE ${within('hour')})`,
  dayOfHour,
  { activity: `n * ${activityPrint('subject_id')}`, counters: subjectPrint },
);

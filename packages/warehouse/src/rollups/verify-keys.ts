/** Compares a table with the events key by key, over few days of one workspace: statements, by table. */
import { nameOf, neighbours, ofOccurrence, ofSubject } from './verify-counters.ts';
import {
  active,
  type Counted,
  done,
  heldPages,
  historyOfActive,
  hourlyPages,
  hourlyTraffic,
  hourOf,
  ofGroup,
  scrolled,
  sessionState,
  sessionTraffic,
  startedSessions,
  within,
} from './verify-events.ts';

/** A key at which the two differ. */
export interface DifferingKey {
  dimension: string;
  value: string;
  /** Decimal digits; 0 where the table has none. */
  subjectId: string;
  /** Of `counters`; empty elsewhere. */
  grain: string;
  /** As text, UTC; empty where the table has none. */
  at: string;
  previous: string;
  /** Figures as text, in the order of `figuresOf`; none where there is no row. */
  rollup: string[];
  events: string[];
  /** At how many keys the two differ. */
  differing: number;
}

const trafficFigures = ['pageviews', 'visitors', ...Object.keys(sessionTraffic)];

/** What is compared at each key. */
export const figuresOf = {
  sessions: sessionState,
  activity: ['n'],
  traffic_by_hour: trafficFigures,
  counters: ['occurrences', 'subjects'],
  pages_by_hour: ['engaged_ms', 'engaged_views', 'title'],
} as const satisfies Record<string, readonly string[]>;

export type VerifiedTable = keyof typeof figuresOf;
export const verifiedTables = Object.keys(figuresOf).filter(isVerifiedTable);

export function isVerifiedTable(name: string): name is VerifiedTable {
  return name in figuresOf;
}

const inTable = (table: string, time: 'hour' | 'time') => `${table} WHERE ${ofGroup} AND ${within(time)}`;

/** One side of a comparison: figures that add up by key, as SQL. */
interface Side {
  from: string;
  figures: readonly string[];
}

interface Comparison {
  /** SQL of the parts of a key, the same on both sides. */
  key: Partial<Record<'dimension' | 'value' | 'subject' | 'grain' | 'at' | 'previous', string>>;
  rollup: Side;
  events: Side;
}

const parts = 'dimension, value, subjectId, grain, at, previous';

/** Gives the first `listed` keys that differ. Rows that sum to nothing are as good as none. */
function compare({ key, rollup, events }: Comparison): string {
  const { dimension = "''", value = "''", subject = '0', grain = "''", at = "''", previous = "''" } = key;
  const side = (is: 'rollup' | 'events', { from, figures }: Side) => `
      SELECT toString(${dimension}) AS dimension, toString(${value}) AS value, toString(${subject}) AS subjectId,
        toString(${grain}) AS grain, toString(${at}) AS at, toString(${previous}) AS previous, [${figures.join(', ')}] AS figures, '${is}' AS side
      FROM (${from})
      GROUP BY ${parts}
      HAVING arrayExists(figure -> figure NOT IN ('0', ''), figures)`;
  return `
  SELECT ${parts}, rollup, events, count() OVER () AS differing
  FROM (
    SELECT ${parts}, anyIf(figures, side = 'rollup') AS rollup,
      anyIf(figures, side = 'events') AS events
    FROM (${side('rollup', rollup)}
      UNION ALL ${side('events', events)})
    GROUP BY ${parts}
    HAVING rollup != events
  )
  ORDER BY ${parts}
  LIMIT {listed:UInt32}`;
}

const sums = (names: readonly string[]) => names.map((name) => `toString(sum(${name}))`);
const one = (names: readonly string[]) => names.map((name) => `toString(any(${name}))`);

function compareSessions(counted: Counted): string {
  const figures = one(sessionState);
  const stored = `SELECT * FROM sessions FINAL WHERE ${ofGroup} AND events > 0 AND ${within(hourOf('started_at'))}`;
  return compare({
    key: { subject: 'session_id' },
    rollup: { from: stored, figures },
    events: { from: `SELECT * FROM ${startedSessions(counted)}`, figures },
  });
}

function compareTraffic(counted: Counted): string {
  const names = Object.keys(sessionTraffic);
  const started = Object.entries(sessionTraffic).map(([name, figure]) => `${figure} AS ${name}_of_one`);
  const ofOne = names.map((name) => `${name}_of_one`);
  return compare({
    key: { at: 'hour' },
    rollup: { from: `SELECT * FROM ${inTable('traffic_by_hour', 'hour')}`, figures: sums(trafficFigures) },
    events: {
      from: `SELECT ${hourOf('started_at')} AS hour, 0 AS pageviews, 0 AS visitors, ${started.join(', ')} FROM ${startedSessions(counted)}
        UNION ALL SELECT hour, pageviews, visitors, ${ofOne.map(() => '0').join(', ')} FROM ${hourlyTraffic(counted)}`,
      figures: sums(['pageviews', 'visitors', ...ofOne]),
    },
  });
}

function compareActivity(counted: Counted): string {
  return compare({
    key: { dimension: 'what[1]', value: 'toString(arrayPopFront(what))', subject: 'subject_id', at: 'hour' },
    rollup: { from: `SELECT * FROM ${inTable('activity', 'hour')}`, figures: sums(['n']) },
    events: { from: `SELECT * FROM ${done(counted)}`, figures: ['toString(count())'] },
  });
}

/** Subjects come from the events of all time of those that were active in the slice: the hour before may be long ago, the one after far ahead. */
function compareCounters(counted: Counted): string {
  const rowsOf = (rows: typeof ofSubject) =>
    `arrayConcat(${rows.map(({ grain, time, previous, when }) => `if(${when}, [('${grain}', ${time}, ${previous})], [])`).join(', ')})`;
  const key = 'dimension, value, part.1 AS grain, part.2 AS time, part.3 AS previous';
  return compare({
    key: { dimension: 'dimension', value: 'value', grain: 'grain', at: 'time', previous: 'previous' },
    rollup: { from: `SELECT * FROM ${inTable('counters', 'time')}`, figures: sums(['occurrences', 'subjects']) },
    events: {
      from: `SELECT ${key}, n AS occurrences, m AS subjects
        FROM (
          SELECT dimension, value, hour, 1 AS n, 0 AS m FROM ${active(counted)}
          UNION ALL
          SELECT 'scroll', path, hour, ${scrolled.occurrences}, ${scrolled.subjects} FROM ${hourlyPages(counted)})
        ARRAY JOIN ${rowsOf(ofOccurrence)} AS part
        UNION ALL
        SELECT ${key}, 0 AS occurrences, 1 AS subjects
        FROM ${neighbours(`(SELECT *, ${nameOf('dimension', 'value')} AS name FROM ${historyOfActive(counted)})`)}
        ARRAY JOIN ${rowsOf(ofSubject)} AS part
        WHERE ${within('hour')}`,
      figures: sums(['occurrences', 'subjects']),
    },
  });
}

/** Where a page's latest view stands in the order of events is not compared: that of a removed copy stays, with the same title. */
function comparePages(counted: Counted): string {
  const figures = [...sums(['engaged', 'engaged_of']), 'max(latest).2'];
  return compare({
    key: { value: 'path', at: 'hour' },
    rollup: { from: `SELECT * FROM ${heldPages}`, figures },
    events: { from: `SELECT * FROM ${hourlyPages(counted)}`, figures },
  });
}

/** The statement for each table. Bound: those of `verify-events.ts`, and `listed`. */
export const compareKeys: Readonly<Record<VerifiedTable, (counted: Counted) => string>> = {
  sessions: compareSessions,
  activity: compareActivity,
  traffic_by_hour: compareTraffic,
  counters: compareCounters,
  pages_by_hour: comparePages,
};

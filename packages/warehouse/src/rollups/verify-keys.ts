/** Compares a table with the events key by key, over few days of one workspace: statements, by table. */
import {
  active,
  type Counted,
  heldPages,
  historyOfActive,
  hourlyPages,
  hourlyVisitors,
  hourOf,
  ofGroup,
  sessionState,
  sessionTraffic,
  startedSessions,
  within,
} from './verify-events.ts';
import { returnsOf } from './verify-prints.ts';

/** A key at which the two differ. */
export interface DifferingKey {
  dimension: string;
  value: string;
  /** Decimal digits; 0 where the table has none. */
  subjectId: string;
  /** As text, UTC; empty where the table has none. */
  at: string;
  previous: string;
  /** Figures as text, in the order of `figuresOf`; none where there is no row. */
  rollup: string[];
  events: string[];
  /** At how many keys the two differ. */
  differing: number;
}

const trafficFigures = ['visitors', ...Object.keys(sessionTraffic)];
const pageFigures = ['engaged_ms', 'engaged_views', 'scroll_depth', 'scroll_views', 'title'];

/** What is compared at each key. */
export const figuresOf = {
  sessions: sessionState,
  activity: ['n'],
  traffic_by_hour: trafficFigures,
  counts_by_hour: ['n'],
  counts_by_day: ['n'],
  returns_by_hour: ['n'],
  returns_by_previous_hour: ['n'],
  returns_by_day: ['n'],
  pages_by_hour: pageFigures,
  pages_by_day: ['scroll_depth', 'scroll_views'],
} as const satisfies Record<string, readonly string[]>;

export type VerifiedTable = keyof typeof figuresOf;
export const verifiedTables = Object.keys(figuresOf).filter(isVerifiedTable);

export function isVerifiedTable(name: string): name is VerifiedTable {
  return name in figuresOf;
}

const dayOf = (hour: string) => `toDate(${hour})`;
const dayIsWithin = within("toDateTime(day, 'UTC')");
const inTable = (table: string, time: 'hour' | 'day') =>
  `${table} WHERE ${ofGroup} AND ${time === 'hour' ? within('hour') : dayIsWithin}`;

/** One side of a comparison: figures that add up by key, as SQL. */
interface Side {
  from: string;
  figures: readonly string[];
}

interface Comparison {
  /** SQL of the parts of a key, the same on both sides. */
  key: Partial<Record<'dimension' | 'value' | 'subject' | 'at' | 'previous', string>>;
  rollup: Side;
  events: Side;
}

/** Gives the first `listed` keys that differ. Rows that sum to nothing are as good as none. */
function compare({ key, rollup, events }: Comparison): string {
  const { dimension = "''", value = "''", subject = '0', at = "''", previous = "''" } = key;
  const side = (is: 'rollup' | 'events', { from, figures }: Side) => `
      SELECT toString(${dimension}) AS dimension, toString(${value}) AS value, toString(${subject}) AS subjectId,
        toString(${at}) AS at, toString(${previous}) AS previous, [${figures.join(', ')}] AS figures, '${is}' AS side
      FROM (${from})
      GROUP BY dimension, value, subjectId, at, previous
      HAVING arrayExists(figure -> figure NOT IN ('0', ''), figures)`;
  return `
  SELECT dimension, value, subjectId, at, previous, rollup, events, count() OVER () AS differing
  FROM (
    SELECT dimension, value, subjectId, at, previous, anyIf(figures, side = 'rollup') AS rollup,
      anyIf(figures, side = 'events') AS events
    FROM (${side('rollup', rollup)}
      UNION ALL ${side('events', events)})
    GROUP BY dimension, value, subjectId, at, previous
    HAVING rollup != events
  )
  ORDER BY dimension, value, subjectId, at, previous
  LIMIT {listed:UInt32}`;
}

const sums = (names: readonly string[]) => names.map((name) => `toString(sum(${name}))`);
const one = (names: readonly string[]) => names.map((name) => `toString(any(${name}))`);
const times = 'toString(count())';

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
      from: `SELECT ${hourOf('started_at')} AS hour, 0 AS visitors, ${started.join(', ')} FROM ${startedSessions(counted)}
        UNION ALL SELECT hour, visitors, ${ofOne.map(() => '0').join(', ')} FROM ${hourlyVisitors(counted)}`,
      figures: sums(['visitors', ...ofOne]),
    },
  });
}

const compareCounts = (time: 'hour' | 'day') => (counted: Counted) =>
  compare({
    key: { dimension: 'dimension', value: 'value', at: 'moment' },
    rollup: { from: `SELECT *, ${time} AS moment FROM ${inTable(`counts_by_${time}`, time)}`, figures: sums(['n']) },
    events: {
      from: `SELECT *, ${time === 'hour' ? 'hour' : dayOf('hour')} AS moment FROM ${active(counted)}`,
      figures: [times],
    },
  });

function compareActivity(counted: Counted): string {
  return compare({
    key: { dimension: 'dimension', value: 'value', subject: 'subject_id', at: 'hour' },
    rollup: { from: `SELECT * FROM ${inTable('activity', 'hour')}`, figures: sums(['n']) },
    events: { from: `SELECT * FROM ${active(counted)}`, figures: [times] },
  });
}

/** From the raw events of all time of the subjects that were active in the slice: the previous hour may be long ago. */
const compareReturns =
  (stored: string, moment: { at: string; previous: string; where: string }) =>
  (counted: Counted): string =>
    compare({
      key: { dimension: 'dimension', value: 'value', at: 'moment', previous: 'before' },
      rollup: { from: stored, figures: sums(['n']) },
      events: {
        from: `SELECT *, ${moment.at} AS moment, ${moment.previous} AS before
          FROM ${returnsOf(`(SELECT *, 1 AS n FROM ${historyOfActive(counted)})`)}
          WHERE ${within('hour')} AND ${moment.where}`,
        figures: [times],
      },
    });

const hourIsLater = `${dayOf('hour')} > ${dayOf('previous')}`;

const comparePages = (time: 'hour' | 'day') => (counted: Counted) => {
  const figures =
    time === 'hour'
      ? [...sums(['engaged', 'engaged_of', 'scrolled', 'scrolled_of']), titleText]
      : sums(['scrolled', 'scrolled_of']);
  const byDay = `SELECT path, day AS moment, scroll_depth AS scrolled, scroll_views AS scrolled_of FROM ${inTable('pages_by_day', 'day')}`;
  return compare({
    key: { value: 'path', at: 'moment' },
    rollup: { from: time === 'hour' ? `SELECT *, hour AS moment FROM ${heldPages}` : byDay, figures },
    events: {
      from: `SELECT *, ${time === 'hour' ? 'hour' : dayOf('hour')} AS moment FROM ${hourlyPages(counted)}`,
      figures,
    },
  });
};

/** Where a page's latest view stands in the order of events is not compared: that of a removed copy stays, with the same title. */
const titleText = 'max(latest).2';

/** The statement for each table. Bound: those of `verify-events.ts`, and `listed`. */
export const compareKeys: Readonly<Record<VerifiedTable, (counted: Counted) => string>> = {
  sessions: compareSessions,
  activity: compareActivity,
  traffic_by_hour: compareTraffic,
  counts_by_hour: compareCounts('hour'),
  counts_by_day: compareCounts('day'),
  returns_by_hour: compareReturns(
    `SELECT *, hour AS moment, previous_hour AS before FROM ${inTable('returns_by_hour', 'hour')}`,
    { at: 'hour', previous: 'previous', where: 'true' },
  ),
  returns_by_previous_hour: compareReturns(
    `SELECT *, day AS moment, previous_hour AS before FROM ${inTable('returns_by_previous_hour', 'day')}`,
    { at: dayOf('hour'), previous: 'previous', where: `toUInt32(previous) > 0 AND ${hourIsLater}` },
  ),
  returns_by_day: compareReturns(
    `SELECT *, day AS moment, previous_day AS before FROM ${inTable('returns_by_day', 'day')}`,
    { at: dayOf('hour'), previous: dayOf('previous'), where: hourIsLater },
  ),
  pages_by_hour: comparePages('hour'),
  pages_by_day: comparePages('day'),
};

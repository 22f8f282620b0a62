/** The breakdown as `events` have it: one reading of the events, and one of their sessions, for all slices. */
import {
  attributesOf,
  type Dimension,
  dimensionsOfEmpty,
  eventDimensions,
  eventSums,
  listed,
  pathTime,
  sessionDimensions,
  sessionSums,
  textsOf,
  valueOf,
} from '../dimensions.ts';
import type { Subset } from '../scope.ts';
import { isIn } from './events.ts';
import { counts, sessions } from './sessions.ts';
import { bucketOf, joinRanges, type Slice } from './slice.ts';

/** The contribution of an event or a session to a row of the breakdown, as SQL over it. */
interface Entry {
  dimension: Dimension;
  when: string;
  value: string;
  count: string;
  /** The subject that is counted distinctly, or a number to sum where none is. */
  unique: string;
  engagedMs: string;
  left: string;
}

/** The columns of a breakdown, in no order, of what the filters leave. */
export function breakdownOfEvents(subset: Subset, slices: readonly Slice[]): string {
  const names = slices.flatMap(({ dimensions }) => dimensions);
  const columns = new Set(among(sessionDimensions, names).flatMap(attributesOf));
  const attributes = columns.size > 0 ? (['visitor_id', ...columns] as const) : [];
  const figures = among(sessionSums, names).flatMap(({ from }) => from);
  const parts = [
    grouped(slices, entriesOfEvents, 'timestamp', (ranges) => ({ from: 'events', where: counts(subset, ranges) })),
    grouped(slices, entriesOfSessions, 'started_at', (ranges) => ({
      from: `(${sessions(subset, 'started', ranges, { attributes, figures })})`,
      where: 'true',
    })),
  ];
  return parts.filter((part) => part !== undefined).join('\n    UNION ALL');
}

const nothing = { when: 'true', value: "''", count: '0', unique: '0', engagedMs: '0', left: '0' };

const timeOfPath: Entry = {
  ...nothing,
  dimension: 'path',
  when: pathTime.when,
  value: pathTime.value,
  engagedMs: pathTime.sum,
  left: pathTime.of,
};

function entriesOfEvents(names: readonly Dimension[]): Entry[] {
  const occurrences = among(eventDimensions, names).map(({ name, ...of }) => ({
    ...nothing,
    ...of,
    dimension: name,
    count: '1',
  }));
  const sums = among(eventSums, names).map(({ name, when, value, sum, of }) => ({
    ...nothing,
    dimension: name,
    when,
    value,
    count: sum,
    unique: of,
  }));
  return [...occurrences, ...sums, ...(names.includes('path') ? [timeOfPath] : [])];
}

function entriesOfSessions(names: readonly Dimension[]): Entry[] {
  const values = among(sessionDimensions, names).map(({ name, ...dimension }) => {
    const [first, ...more] = textsOf(dimension, (column) => `toString(first_${column})`);
    return {
      ...nothing,
      dimension: name,
      when: dimensionsOfEmpty.includes(name) ? 'true' : `${first} != ''`,
      value: valueOf(first, ...more),
      count: '1',
      unique: 'first_visitor_id',
    };
  });
  const sums = among(sessionSums, names).map(({ name, sum }) => ({ ...nothing, dimension: name, count: sum }));
  return [...values, ...sums];
}

function among<One extends { name: Dimension }>(all: readonly One[], names: readonly Dimension[]): One[] {
  return all.filter(({ name }) => names.includes(name));
}

const distinct = listed([...sessionDimensions, ...eventDimensions].map(({ name }) => name));

/**
 * The entries of all slices, from rows with a `time`; undefined when there are none. They are arrays in SQL, one for each
 * column, because the engine takes twice as long to plan an array of tuples.
 */
function grouped(
  slices: readonly Slice[],
  entriesOf: (names: readonly Dimension[]) => Entry[],
  time: string,
  rowsOf: (ranges: readonly Slice['range'][]) => { from: string; where: string },
): string | undefined {
  const asked = slices.map((slice) => entriesOf(slice.dimensions));
  const entries = slices.flatMap(({ range, buckets }, slice) =>
    (asked[slice] ?? []).map((entry, index) => ({
      ...entry,
      slice: `${slice}`,
      value: buckets
        ? named(index, `toString(${bucketOf(`toUnixTimestamp64Milli(${time})`, buckets, 1)})`, `bucket_${slice}`)
        : entry.value,
      isInside: named(index, isIn(time, range), `is_in_${slice}`),
    })),
  );
  if (entries.length === 0) return undefined;
  const array = (column: (entry: (typeof entries)[number]) => string) => `[${entries.map(column).join(', ')}]`;
  const ranges = slices.flatMap(({ range }, slice) => (asked[slice]?.length ? [range] : []));
  const { from, where } = rowsOf(joinRanges(ranges));
  return `
    SELECT slice, dimension, value, toInt64(sum(n)) AS count,
      toInt64(if(dimension IN ${distinct}, uniqExactIf(subject, n != 0), sum(subject))) AS uniques,
      toInt64(sum(engaged)) AS engagedMs, toInt64(sum(views)) AS left
    FROM ${from}
    ARRAY JOIN
      ${array(({ slice }) => slice)} AS slice,
      ${array(({ dimension }) => `'${dimension}'`)} AS dimension,
      ${array(({ value }) => value)} AS value,
      ${array(({ count }) => count)} AS n,
      ${array(({ unique }) => unique)} AS subject,
      ${array(({ engagedMs }) => engagedMs)} AS engaged,
      ${array(({ left }) => left)} AS views,
      ${array(({ isInside, when }) => (when === 'true' ? isInside : `${isInside} AND ${when}`))} AS is_counted
    WHERE is_counted AND ${where}
    GROUP BY slice, dimension, value`;
}

/** The expression where it comes first, its name from then on. */
const named = (index: number, expression: string, name: string) => (index === 0 ? `(${expression} AS ${name})` : name);

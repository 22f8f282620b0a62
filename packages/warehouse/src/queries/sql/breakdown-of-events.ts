/** The breakdown as `events` have it: one reading of the events, and one of their sessions, for all slices. */
import {
  attributesOfValue,
  type BreakdownDimension,
  dimensionsOfEmpty,
  eventDimensions,
  eventSums,
  pathTime,
  sessionDimensions,
  sessionSums,
  sqlList,
  textsOfValue,
  valueOf,
} from '../breakdown-dimensions.ts';
import type { Subset } from '../scope.ts';
import { joinRanges } from '../time/range.ts';
import { isIn, isPageview } from './events.ts';
import { JoinedColumns } from './joined-columns.ts';
import { isMatchingEvent, sessions } from './sessions.ts';
import { bucketOf, type Slice } from './slice.ts';

/** The contribution of an event or a session to a row of the breakdown, as SQL over it. */
interface Entry {
  dimension: BreakdownDimension;
  when: string;
  value: string;
  count: string;
  /** The subject that is counted distinctly, or a number to sum if there is none. */
  unique: string;
  hasSubject: boolean;
  engagedMs: string;
  left: string;
}

/** The columns of a breakdown of the events that the filters leave, in no order. */
export function breakdownOfEvents(subset: Subset, slices: readonly Slice[]): string {
  const selects = [listsOfEvents(subset, slices), listsOfSessions(subset, slices), sumsOfSessions(subset, slices)];
  return selects.filter((select) => select !== undefined).join('\n    UNION ALL');
}

function listsOfEvents(subset: Subset, slices: readonly Slice[]): string | undefined {
  const entries = inSlices(slices, 'timestamp', entriesOfEvents);
  if (entries.length === 0) return undefined;
  return grouped(entries, 'events', isMatchingEvent(subset, rangesOf(entries)));
}

function listsOfSessions(subset: Subset, slices: readonly Slice[]): string | undefined {
  const entries = inSlices(slices, 'started_at', entriesOfSessions);
  if (entries.length === 0) return undefined;
  const dimensions = among(sessionDimensions, namesOf(slices));
  const attributes = ['visitor_id', ...new Set(dimensions.flatMap(attributesOfValue))] as const;
  return grouped(entries, `(${sessions(subset, 'started', rangesOf(entries), { attributes })})`);
}

/** Sums in two steps, because the engine plans each sum once and not once for each slice. */
function sumsOfSessions(subset: Subset, slices: readonly Slice[]): string | undefined {
  const sums = among(sessionSums, namesOf(slices));
  const entries = inSlices(slices, 'started_at', (names) => (among(sessionSums, names).length > 0 ? [{}] : []));
  if (entries.length === 0) return undefined;
  const figures = sums.flatMap(({ from }) => from);
  const { column, joined } = new JoinedColumns(entries);
  const slice = column('slice', (entry) => entry.slice);
  const value = column('value', (entry) => entry.bucket ?? "''");
  const isInside = column('is_inside', (entry) => entry.isInside);
  return `
    SELECT slice, dimension, value, count, toInt64(0) AS uniques, toInt64(0) AS engagedMs, toInt64(0) AS left
    FROM (
      SELECT ${slice} AS slice, ${value} AS value, ${sums.map(({ name, sum }) => `toInt64(sum(${sum})) AS sum_${name}`).join(', ')}
      FROM (${sessions(subset, 'started', rangesOf(entries), { figures })})${joined()}
      WHERE ${isInside}
      GROUP BY ALL)
    ARRAY JOIN [${sums.map(({ name }) => `'${name}'`).join(', ')}] AS dimension, [${sums.map(({ name }) => `sum_${name}`).join(', ')}] AS count`;
}

const nothing = { when: 'true', value: "''", count: '0', unique: '0', hasSubject: false, engagedMs: '0', left: '0' };

const timeOfPath: Entry = {
  ...nothing,
  dimension: 'path',
  when: pathTime.when,
  value: pathTime.value,
  engagedMs: pathTime.sum,
  left: pathTime.uniques,
};

/** The figures of `place` that only some of its events contribute to. */
const ofPlace = {
  count: `toInt64(${isPageview})`,
  engagedMs: `if(${pathTime.when}, ${pathTime.sum}, 0)`,
  left: `toInt64(${pathTime.when} AND ${pathTime.uniques})`,
};

function entriesOfEvents(names: readonly BreakdownDimension[]): Entry[] {
  const occurrences = among(eventDimensions, names).map(({ name, ...entry }) => ({
    ...nothing,
    ...entry,
    dimension: name,
    count: '1',
    hasSubject: true,
    ...(name === 'place' && ofPlace),
  }));
  const sums = among(eventSums, names).map(({ name, when, value, sum, uniques }) => ({
    ...nothing,
    dimension: name,
    when,
    value,
    count: sum,
    unique: uniques,
  }));
  return [...occurrences, ...sums, ...(names.includes('path') ? [timeOfPath] : [])];
}

function entriesOfSessions(names: readonly BreakdownDimension[]): Entry[] {
  return among(sessionDimensions, names).map(({ name, ...dimension }) => {
    const [first, ...more] = textsOfValue(dimension, (column) => `toString(first_${column})`);
    return {
      ...nothing,
      dimension: name,
      when: dimensionsOfEmpty.includes(name) ? 'true' : `${first} != ''`,
      value: valueOf(first, ...more),
      count: '1',
      unique: 'first_visitor_id',
      hasSubject: true,
    };
  });
}

function among<One extends { name: BreakdownDimension }>(
  all: readonly One[],
  names: readonly BreakdownDimension[],
): One[] {
  return all.filter(({ name }) => names.includes(name));
}

const namesOf = (slices: readonly Slice[]) => slices.flatMap(({ dimensions }) => dimensions);

/** The slice of an entry, as SQL. */
interface InSlice {
  range: Slice['range'];
  slice: string;
  /** The number of the bucket; undefined if the slice has none. */
  bucket: string | undefined;
  isInside: string;
}

/** The entries of each slice, from rows with a `time`. */
function inSlices<One>(
  slices: readonly Slice[],
  time: string,
  entriesOf: (names: readonly BreakdownDimension[]) => One[],
): (One & InSlice)[] {
  return slices.flatMap(({ range, buckets, dimensions }, slice) =>
    entriesOf(dimensions).map((entry, index) => ({
      ...entry,
      range,
      slice: `${slice}`,
      bucket:
        buckets &&
        named(index, `toString(${bucketOf(`toUnixTimestamp64Milli(${time})`, buckets, 1)})`, `bucket_${slice}`),
      isInside: named(index, isIn(time, range), `is_in_${slice}`),
    })),
  );
}

/** The expression on its first use, its name afterwards. */
const named = (index: number, expression: string, name: string) => (index === 0 ? `(${expression} AS ${name})` : name);

const rangesOf = (entries: readonly InSlice[]) => joinRanges([...new Set(entries.map(({ range }) => range))]);

const distinct: readonly BreakdownDimension[] = [...sessionDimensions, ...eventDimensions].map(({ name }) => name);

/** The rows of the entries, each with its slice, its dimension and a value. */
function grouped(entries: readonly (Entry & InSlice)[], from: string, where?: string): string {
  const { column, joined } = new JoinedColumns(entries);
  const slice = column('slice', (entry) => entry.slice);
  const dimension = column('dimension', (entry) => `'${entry.dimension}'`);
  const value = column('value', (entry) => entry.bucket ?? entry.value);
  const count = column('n', (entry) => entry.count);
  const unique = column('subject', (entry) => entry.unique);
  const hasSubject = column('has_subject', (entry) => String(entry.hasSubject));
  const engaged = column('engaged', ({ engagedMs }) => engagedMs);
  const left = column('views', (entry) => entry.left);
  const isOfOneSlice = new Set(entries.map((entry) => entry.slice)).size === 1;
  const isInside = isOfOneSlice ? entries[0]?.isInside : undefined;
  const isCounted = column('is_counted', (entry) => {
    if (isOfOneSlice) return entry.when;
    return entry.when === 'true' ? entry.isInside : `${entry.isInside} AND ${entry.when}`;
  });
  return `
    SELECT ${slice} AS slice, ${dimension} AS dimension, ${value} AS value, toInt64(sum(${count})) AS count,
      toInt64(${uniquesOf(entries, unique, hasSubject)}) AS uniques, toInt64(sum(${engaged})) AS engagedMs, toInt64(sum(${left})) AS left
    FROM ${from}${joined()}
    WHERE ${[isInside, isCounted, where].filter((one) => one !== undefined).join(' AND ')}
    GROUP BY ALL`;
}

/** The uniques of dimensions without subjects are sums. */
function uniquesOf(entries: readonly Entry[], unique: string, hasSubject: string): string {
  const names = distinct.filter((name) => entries.some((entry) => entry.dimension === name));
  const counted = hasSubject === 'true' ? `uniqExact(${unique})` : `uniqExactIf(${unique}, ${hasSubject})`;
  if (names.length === 0) return `sum(${unique})`;
  if (entries.every((entry) => distinct.includes(entry.dimension))) return counted;
  return `if(dimension IN ${sqlList(names)}, ${counted}, sum(${unique}))`;
}

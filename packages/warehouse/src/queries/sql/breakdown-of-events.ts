/** The breakdown of the events that filters leave: one reading of them, and one of their sessions, for all slices that are read together. */
import {
  attributesOfValue,
  type BreakdownDimension,
  dimensionsOfEmpty,
  type EventColumn,
  eventDimensions,
  eventSums,
  pathTime,
  sessionDimensions,
  sessionSums,
  textsOfValue,
  valueOf,
  valueOfEvent,
} from '../breakdown-dimensions.ts';
import type { Subset } from '../scope.ts';
import { joinRanges } from '../time/range.ts';
import { isIn, isPageview } from './events.ts';
import { type Contribution, type Entry, noFigures, selectGroups } from './groups.ts';
import { isMatchingEvent, sessions } from './sessions.ts';
import { bucketOf, type Slice } from './slice.ts';

type NumberedSlice = Slice & { number: number };

/** The columns of a breakdown, in no order. */
export function breakdownOfEvents(subset: Subset, slices: readonly Slice[]): string {
  const numbered = slices.map((slice, number) => ({ ...slice, number }));
  return [...selectEvents(subset, numbered), ...selectSessions(subset, numbered)].join('\n    UNION ALL');
}

function selectEvents(subset: Subset, slices: readonly NumberedSlice[]): string[] {
  return selectGroups(entriesOf(slices, 'timestamp', ofEvents), 'events', isMatchingEvent(subset, rangesOf(slices)));
}

function selectSessions(subset: Subset, slices: readonly NumberedSlice[]): string[] {
  const names = slices.flatMap(({ dimensions }) => dimensions);
  const attributes = among(sessionDimensions, names).flatMap(attributesOfValue);
  const ranges = rangesOf(slices);
  const from = sessions(subset, 'started', ranges, {
    attributes: attributes.length > 0 ? ['visitor_id', ...attributes] : [],
    figures: among(sessionSums, names).flatMap((sum) => sum.from),
  });
  const isStartedThere = ranges.map((range) => isIn('started_at', range)).join(' OR ');
  return selectGroups(entriesOf(slices, 'started_at', ofSessions), `(${from})`, `(${isStartedThere})`);
}

const rangesOf = (slices: readonly Slice[]) => joinRanges(slices.map(({ range }) => range));

function ofEvents(names: readonly BreakdownDimension[]): Contribution[] {
  const time = { engagedMs: sumIf(pathTime.sum, pathTime.when), left: sumIf(pathTime.uniques, pathTime.when) };
  const occurrences = among(eventDimensions, names).map(({ name, when, column, unique }) => ({
    dimension: name,
    ...keyedBy(column),
    figures: {
      ...noFigures,
      count: sumIf('1', name === 'place' ? isPageview : when),
      uniques: when === 'true' ? `uniqExact(${unique})` : `uniqExactIf(${unique}, ${when})`,
      ...((name === 'path' || name === 'place') && time),
    },
  }));
  const sums = among(eventSums, names).map(({ name, when, column, sum, uniques }) => ({
    dimension: name,
    ...keyedBy(column),
    figures: { ...noFigures, count: sumIf(sum, when), uniques: sumIf(uniques, when) },
  }));
  return [...occurrences, ...sums];
}

function keyedBy(column: EventColumn | undefined) {
  return { keys: column === undefined ? {} : { [column]: column }, value: valueOfEvent(column), when: 'true' };
}

function sumIf(expression: string, condition: string): string {
  if (expression === '0') return '0';
  if (expression === '1') return condition === 'true' ? 'count()' : `countIf(${condition})`;
  return condition === 'true' ? `sum(${expression})` : `sumIf(${expression}, ${condition})`;
}

function ofSessions(names: readonly BreakdownDimension[]): Contribution[] {
  const occurrences = among(sessionDimensions, names).map(({ name, ...dimension }) => {
    const columns = attributesOfValue(dimension).map((attribute) => `first_${attribute}`);
    const [first, ...more] = textsOfValue(dimension, (attribute) => `toString(first_${attribute})`);
    return {
      dimension: name,
      keys: Object.fromEntries(columns.map((column) => [column, column])),
      value: valueOf(first, ...more),
      when: dimensionsOfEmpty.includes(name) ? 'true' : `${first} != ''`,
      figures: { ...noFigures, count: 'count()', uniques: 'uniqExact(first_visitor_id)' },
    };
  });
  const sums = among(sessionSums, names).map(({ name, sum }) => ({
    dimension: name,
    ...keyedBy(undefined),
    figures: { ...noFigures, count: sumIf(sum, 'true') },
  }));
  return [...occurrences, ...sums];
}

function among<One extends { name: BreakdownDimension }>(
  all: readonly One[],
  names: readonly BreakdownDimension[],
): One[] {
  return all.filter(({ name }) => names.includes(name));
}

/** The contributions to each slice, of rows with a `time`: with buckets, the bucket is the only key. Rows of several ranges have those that they lie in as keys. */
function entriesOf(
  slices: readonly NumberedSlice[],
  time: string,
  contributions: (names: readonly BreakdownDimension[]) => Contribution[],
): Entry[] {
  const insideOf = ({ range }: Slice) => isIn(time, range);
  const bucketOfSlice = ({ buckets }: Slice) => buckets && bucketOf(`toUnixTimestamp64Milli(${time})`, buckets, 1);
  const [insides, buckets] = [distinct(slices.map(insideOf)), distinct(slices.map(bucketOfSlice))];
  return slices.flatMap((slice) => {
    const bucket = bucketOfSlice(slice);
    const bucketName = `bucket_${buckets.indexOf(bucket)}`;
    const byBucket = bucket !== undefined && {
      keys: { [bucketName]: bucket },
      value: `toString(${bucketName})`,
      when: 'true',
    };
    const entries = contributions(slice.dimensions).map((one) => ({ ...one, ...byBucket, slice: slice.number }));
    if (insides.length === 1) return entries;
    const inside = insideOf(slice);
    const insideName = `is_in_${insides.indexOf(inside)}`;
    return entries.map(({ keys, when, ...entry }) => ({
      ...entry,
      keys: { [insideName]: inside, ...keys },
      when: when === 'true' ? insideName : `${insideName} AND ${when}`,
    }));
  });
}

/** The expressions without repetitions: the engine does not distinguish equal ones, so they must have one name. */
const distinct = <One>(expressions: readonly One[]) => [...new Set(expressions)];

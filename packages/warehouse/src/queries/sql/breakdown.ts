/**
 * Breakdowns: the one relation that lists and traffic are read from. For each value of a dimension, the number of times that it occurred in
 * a range (`count`), and of its distinct visitors or sessions (`uniques`).
 */
import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { type BreakdownDimension, sessionDimensions, sessionSums } from '../breakdown-dimensions.ts';
import { boundBy, type Subset } from '../scope.ts';
import type { Source } from '../source.ts';
import { breakdownOfEvents } from './breakdown-of-events.ts';
import { breakdownOfRollups } from './breakdown-of-rollups.ts';
import type { Slice } from './slice.ts';

export const breakdownRow = z.object({
  /** The index of the slice. */
  slice: z.int(),
  dimension: z.string(),
  /** The value of the dimension; the number of the bucket if the slice has buckets. */
  value: z.string(),
  count: z.int(),
  uniques: z.int(),
  /** The sum of `count` over all pages, listed or not; only for dead and rage clicks. */
  total: z.int().default(0),
  /** The number of values of the dimension, listed or not; only if the slice requests it. */
  values: z.int().default(0),
  /** The time in milliseconds, and the number of pageviews that it is the sum of; only for paths. */
  engagedMs: z.int(),
  left: z.int(),
});
export type BreakdownRow = z.output<typeof breakdownRow>;

const severalTexts = z.array(z.string());

/** The texts of a row of a dimension whose values are JSON arrays. */
export function textsOfRow({ value }: BreakdownRow): string[] {
  return severalTexts.parse(JSON.parse(value));
}

/** The whole breakdown, in no order: `slice, dimension, value, count, uniques, engagedMs, left`. `boundBy` has the values to bind. */
export function breakdownOf(subset: Subset, slices: readonly Slice[]): string {
  return subset.source === 'rollups' ? breakdownOfRollups(slices) : breakdownOfEvents(subset, slices);
}

/**
 * Divides the slices among parallel statements. A single statement would take less CPU time in total, but would be
 * planned on one core, which takes longer than computing it. In a large workspace without rollups, reading takes longer, and each
 * range is read separately; in a small one, sessions are computed from all of its events, for all ranges at once.
 */
export function byStatement(source: Source, slices: readonly Slice[]): Slice[][] {
  const only = (isWanted: (dimension: BreakdownDimension) => boolean) =>
    slices
      .map((slice) => ({ ...slice, dimensions: slice.dimensions.filter(isWanted) }))
      .filter(({ dimensions }) => dimensions.length > 0);
  const isList = (one: BreakdownDimension) => isOf(sessionDimensions, one);
  const isSum = (one: BreakdownDimension) => isOf(sessionSums, one);
  if (source === 'rollups') {
    const others = only((one) => !isList(one) && one !== 'place');
    const places = only((one) => one === 'place');
    return [...only(isList), ...others, ...places].map((slice) => [slice]);
  }
  const ofEvents = only((one) => !isList(one) && !isSum(one));
  if (source === 'events') return [only(isList), only(isSum), ofEvents].filter(({ length }) => length > 0);
  return [only((one) => isList(one) || isSum(one)), ofEvents].flatMap(byRange);
}

function byRange(slices: readonly Slice[]): Slice[][] {
  const keyOf = ({ range }: Slice) => `${range.startMs} ${range.endMs}`;
  return [...new Set(slices.map(keyOf))].map((key) => slices.filter((slice) => keyOf(slice) === key));
}

const isOf = (some: readonly { name: BreakdownDimension }[], dimension: BreakdownDimension) =>
  some.some(({ name }) => name === dimension);

/** Returns the statement that reads the rows of some values. Values that do not occur have no row. */
export function breakdownOfValues(subset: Subset, slice: Slice, values: readonly string[]): Statement {
  return {
    sql: `
  SELECT * FROM (${breakdownOf(subset, [slice])})
  WHERE value IN {values:Array(String)}`,
    params: { ...boundBy(subset), values },
  };
}

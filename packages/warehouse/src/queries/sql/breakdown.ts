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
  total: z.int(),
  /** The number of values of the dimension, listed or not; 0 if the slice does not request it. */
  values: z.int(),
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
 * planned on one core, which takes longer than computing it.
 */
export function byStatement(source: Source, slices: readonly Slice[]): Slice[][] {
  const only = (isWanted: (dimension: BreakdownDimension) => boolean) =>
    slices
      .map((slice) => ({ ...slice, dimensions: slice.dimensions.filter(isWanted) }))
      .filter(({ dimensions }) => dimensions.length > 0);
  const lists = only((dimension) => isOf(sessionDimensions, dimension));
  const others = only((dimension) => !isOf(sessionDimensions, dimension) && dimension !== 'place');
  const places = only((dimension) => dimension === 'place');
  if (source === 'rollups') return [...lists, ...others, ...places].map((slice) => [slice]);
  const sums = only((dimension) => isOf(sessionSums, dimension));
  const ofEvents = only((dimension) => !isOf(sessionDimensions, dimension) && !isOf(sessionSums, dimension));
  return [lists, sums, ofEvents].filter(({ length }) => length > 0);
}

const isOf = (some: readonly { name: BreakdownDimension }[], dimension: BreakdownDimension) =>
  some.some(({ name }) => name === dimension);

/** Returns the statement that reads the rows of some values. Values that do not occur have no row. */
export function breakdownOfValues(subset: Subset, slice: Slice, values: readonly string[]): Statement {
  return {
    sql: `
  SELECT slice, dimension, value, count, uniques, 0 AS total, 0 AS values, engagedMs, left
  FROM (${breakdownOf(subset, [slice])})
  WHERE value IN {values:Array(String)}`,
    params: { ...boundBy(subset), values },
  };
}

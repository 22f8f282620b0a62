/** Lists: rows of the breakdown, ranked. */
import type { Statement } from '../../driver/port.ts';
import {
  type BreakdownDimension,
  dimensionsWithoutValues,
  dimensionsOfSeveral,
  sqlList,
} from '../breakdown-dimensions.ts';
import { boundBy, type Subset } from '../scope.ts';
import { breakdownOf } from './breakdown.ts';
import type { Slice } from './slice.ts';

const clickDimensions: readonly BreakdownDimension[] = ['dead', 'rage'];
/** The dimensions that are ranked by `count`; all others are ranked by `uniques`. */
const rankedByCount: readonly BreakdownDimension[] = ['type', 'path', 'place', ...clickDimensions];
/** The fewest pageviews of a path in the list of those scrolled least. */
const scrollSamplesMin = 5;
/** The mean scroll depth, in hundredths of a percent, below which a path is in that list. */
const lowScrollMax = 5_000;

/** The first `limit` values of each dimension, in the order in which lists show them, equal ones by name; and all buckets. */
export function firstOfLists(subset: Subset, slices: readonly Slice[], limit: number): Statement {
  // Only what is requested is included: planning an expression takes longer than computing it.
  if (slices.every(({ dimensions }) => dimensions.every((name) => dimensionsWithoutValues.includes(name)))) {
    return { sql: breakdownOf(subset, slices), params: boundBy(subset) };
  }
  const requested = (names: readonly string[]) =>
    names.filter((name) => slices.some(({ dimensions }) => dimensions.some((one) => one === name)));
  const byCount = requested(rankedByCount);
  const ranks = [
    ...requested(['scroll']).map((name) => `dimension = '${name}', -intDiv(2 * count + uniques, 2 * uniques)`),
    ...(byCount.length > 0 ? [`dimension IN ${sqlList(byCount)}, count`] : []),
  ];
  const rank = ranks.length > 0 ? `multiIf(${ranks.join(', ')}, uniques)` : 'uniques';
  const dropped = [
    ...requested(['path']).map((each) => `(dimension != '${each}' OR count != 0)`),
    ...requested(['scroll']).map(
      (each) => `(dimension != '${each}' OR (uniques >= ${scrollSamplesMin} AND count < ${lowScrollMax} * uniques))`,
    ),
  ];
  const clicks = requested(clickDimensions);
  const inList = 'OVER (PARTITION BY slice, dimension)';
  const counts = [
    ...(clicks.length > 0 ? [`if(dimension IN ${sqlList(clicks)}, sum(count) ${inList}, 0) AS total`] : []),
    ...(slices.some(({ countsValues }) => countsValues) ? [`count() ${inList} AS values`] : []),
  ];
  const bucketed = slices.flatMap(({ buckets }, index) => (buckets ? [index] : []));
  const perBucket = bucketed.length > 0 ? `, if(slice IN (${bucketed.join(', ')}), value, '')` : '';
  return {
    sql: `
  SELECT ${['*', ...counts].join(', ')}
  FROM (${breakdownOf(subset, slices)})
  ${dropped.length > 0 ? `WHERE ${dropped.join(' AND ')}` : ''}
  ORDER BY slice, dimension, ${rank} DESC, ${nameOf(requested(dimensionsOfSeveral))}
  LIMIT {limit:UInt32} BY slice, dimension${perBucket}`,
    params: { ...boundBy(subset), limit },
  };
}

export interface ListPage {
  range: Slice['range'];
  dimension: BreakdownDimension;
  /** SQL over a row. */
  rank: string;
  isAscending: boolean;
  /** Case-insensitive substring of the value; '' matches every value. */
  search: string;
  limit: number;
  offset: number;
}

/** A page of one list, in the requested order; `values` counts what the search leaves. */
export function pageOfList(subset: Subset, requested: ListPage): Statement {
  const { range, dimension, rank, isAscending, search, limit, offset } = requested;
  return {
    sql: `
  SELECT *, count() OVER () AS values
  FROM (${breakdownOf(subset, [{ range, dimensions: [dimension] }])})
  WHERE uniques != 0 AND value != '' AND ({search:String} = '' OR ${contains(dimension)})
  ORDER BY ${rank} ${isAscending ? 'ASC' : 'DESC'}, ${nameOf([dimension])}
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    params: { ...boundBy(subset), search, limit, offset },
  };
}

/** The condition that a text of a value contains the text searched for. */
function contains(dimension: BreakdownDimension): string {
  const found = (text: string) => `positionCaseInsensitiveUTF8(${text}, {search:String}) > 0`;
  if (!dimensionsOfSeveral.includes(dimension)) return found('value');
  return `arrayExists(text -> ${found('text')}, JSONExtract(value, 'Array(String)'))`;
}

/** The expression that rows of equal rank are ordered by. */
function nameOf(names: readonly string[]): string {
  const several = dimensionsOfSeveral.filter((name) => names.includes(name));
  return several.length > 0
    ? `if(dimension IN ${sqlList(several)}, JSONExtract(value, 'Array(String)'), [value])`
    : 'value';
}

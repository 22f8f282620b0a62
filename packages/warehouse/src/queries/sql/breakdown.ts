/**
 * Breakdowns: the one relation that all lists are read from. For each value of a dimension how often it occurred in a range
 * (`count`), and of how many distinct visitors or sessions (`uniques`).
 */
import { z } from 'zod';
import {
  type Dimension,
  dimensionsOfEmpty,
  dimensionsOfSeveral,
  eventDimensions,
  listed,
  sessionDimensions,
  sumDimensions,
  valueOf,
} from '../dimensions.ts';
import type { Statement } from '../../driver/port.ts';
import { bindScope, type Scope } from '../scope.ts';
import type { Source } from '../source.ts';
import { inRange } from './events.ts';
import { integer } from './read-rows.ts';
import { breakdownOfRollups } from './rollups.ts';
import { attribute, sessions, sessionVisitor } from './sessions.ts';

export const breakdownRow = z.object({
  dimension: z.string(),
  value: z.string(),
  count: integer,
  uniques: integer,
  /** The sum of `count` over all values of the dimension, listed or not. */
  total: integer,
});
export type BreakdownRow = z.output<typeof breakdownRow>;

/** Ranked by `count`; of the others those with most uniques come first. */
const rankedByCount: readonly Dimension[] = ['type', 'path', 'dead', 'rage'];
/** Paths with fewer page views are not among those scrolled least. */
const scrollSamplesMin = 5;

/** The mean of a row of `scroll` in hundredths of a percent, as its answer shows it; at most 100 %. */
export const scrollDepth = ({ count, uniques }: Pick<BreakdownRow, 'count' | 'uniques'>) =>
  Math.min(10_000, Math.floor((2 * count + uniques) / (2 * uniques)));

/** The first `limit` values of each dimension, in the order in which lists show them; equal ones by name. */
export function breakdown(scope: Scope, dimensions: readonly Dimension[], limit: number): Statement {
  return {
    sql: `
  SELECT dimension, value, count, uniques, total
  FROM (
    SELECT *, sum(count) OVER (PARTITION BY dimension) AS total,
      multiIf(
        dimension IN ${listed(rankedByCount)}, toInt64(count),
        dimension = 'scroll', -least(10000, intDiv(2 * count + uniques, 2 * uniques)),
        toInt64(uniques)) AS rank
    FROM (${breakdownOf(scope.source, dimensions)})
    WHERE dimension != 'scroll' OR uniques >= ${scrollSamplesMin})
  ORDER BY dimension, rank DESC,
    if(dimension IN ${listed(dimensionsOfSeveral)}, JSONExtract(value, 'Array(String)'), [value])
  LIMIT {limit:UInt32} BY dimension`,
    params: { ...bindScope(scope), limit },
  };
}

/** All of it, in no order: `dimension, value, count, uniques`. The values to bind are those of a scope. */
export function breakdownOf(source: Source, dimensions: readonly Dimension[]): string {
  return source === 'events' ? breakdownOfEvents(dimensions) : breakdownOfRollups(dimensions);
}

function breakdownOfEvents(dimensions: readonly Dimension[]): string {
  const parts = [ofSessions(dimensions), ofEvents(dimensions), ...ofSums(dimensions)];
  return parts.filter((part) => part !== undefined).join('\n    UNION ALL\n');
}

function ofSessions(names: readonly Dimension[]): string | undefined {
  const dimensions = sessionDimensions.filter(({ name }) => names.includes(name));
  if (dimensions.length === 0) return undefined;
  const columns = [...new Set(dimensions.flatMap(({ of }): readonly string[] => of))];
  const entries = dimensions.map(({ name, of }) => {
    const [first = '', ...more] = of.map((column) => `toString(first_${column})`);
    return `('${name}', ${valueOf(first, ...more)})`;
  });
  return `
    SELECT entry.1 AS dimension, entry.2 AS value, toInt64(count()) AS count, toInt64(uniqExact(first_visitor_id)) AS uniques
    FROM (${sessions([...columns.map(attribute), sessionVisitor])})
    ARRAY JOIN [${entries.join(', ')}] AS entry
    WHERE value != '' OR dimension IN ${listed(dimensionsOfEmpty)}
    GROUP BY dimension, value`;
}

function ofEvents(names: readonly Dimension[]): string | undefined {
  const dimensions = eventDimensions.filter(({ name }) => names.includes(name));
  if (dimensions.length === 0) return undefined;
  const entries = dimensions.map(
    ({ name, when, value, unique }) => `if(${when}, [('${name}', ${value}, ${unique})], [])`,
  );
  return `
    SELECT entry.1 AS dimension, entry.2 AS value, toInt64(count()) AS count, toInt64(uniqExact(entry.3)) AS uniques
    FROM events
    ARRAY JOIN arrayConcat(${entries.join(', ')}) AS entry
    WHERE ${inRange}
    GROUP BY dimension, value`;
}

function ofSums(names: readonly Dimension[]): string[] {
  return sumDimensions
    .filter(({ name }) => names.includes(name))
    .map(
      ({ name, when, sum }) => `
    SELECT '${name}' AS dimension, path AS value, toInt64(sum(${sum})) AS count, toInt64(countIf(NOT continued)) AS uniques
    FROM events
    WHERE ${inRange} AND ${when}
    GROUP BY path`,
    );
}

/** The metrics, each with its formula. */
import { AppError } from '@footfall/errors';
import { refusalOf } from './parameters/parameters.ts';
import { ratio } from './rounding.ts';

export interface Metric<Sum extends string> {
  /** The sums that it is computed from. */
  from: readonly Sum[];
  /** Returns the metric, rounded as it is shown. */
  value: (sums: Readonly<Record<Sum, number>>) => number;
  /** SQL for the rank of a row: the metric, or hundredths of it, as it is shown. `column` returns the SQL of a sum. */
  rank: (column: (sum: Sum) => string) => string;
}

/** The metrics, with bounces and durations of the sessions that the sum `begun` counts. Times are in seconds, shares in percent. */
export const metricsOf = <Begun extends 'sessions' | 'entries'>(begun: Begun) => ({
  visitors: sum('visitors'),
  sessions: sum('sessions'),
  pageviews: sum('pageviews'),
  events: sum('events'),
  entries: sum('entries'),
  exits: sum('exits'),
  viewsPerSession: quotient('pageviews', 'sessions'),
  bounceRate: quotient('bounces', begun, { times: 100 }),
  avgDuration: quotient('durationMs', begun, { per: 1000 }),
  avgTime: quotient('engagedMs', 'left', { per: 1000 }),
  avgScroll: atMost(100, quotient('scroll', 'scrolled', { per: 100 })),
  conversions: sum('conversions'),
  conversionRate: quotient('conversions', 'visitors', { times: 100 }),
});

/** The metrics of a range or of a value that sessions have. */
export const metrics = metricsOf('sessions');

/** The metrics that traffic has all sums for. */
export const trafficMetrics = [
  'visitors',
  'sessions',
  'pageviews',
  'events',
  'viewsPerSession',
  'bounceRate',
  'avgDuration',
] as const;

/** The metrics of a goal. */
export const goalMetrics = ['conversions', 'conversionRate'] as const;

/** Returns the requested metrics, each once. Throws BAD_REQUEST for one that is not `allowed`, which includes those of a goal if there is one; `suffix` ends the rule that it names. */
export function readMetricNames<Name extends string>(
  requested: readonly string[],
  allowed: readonly Name[],
  suffix = '',
): Name[] {
  const names = requested.map((text) => {
    const name = allowed.find((one) => one === text);
    if (name !== undefined) return name;
    if (goalMetrics.some((one) => one === text)) {
      throw new AppError('BAD_REQUEST', `metrics must not contain ${text} without the parameter goal`);
    }
    throw new AppError('BAD_REQUEST', refusalOf('metrics', `one or more of ${allowed.join(', ')}${suffix}`, text));
  });
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return names;
  throw new AppError('BAD_REQUEST', `metrics must contain each name once, got "${repeated}" twice`);
}

function sum<Sum extends string>(name: Sum): Metric<Sum> {
  return { from: [name], value: (sums) => sums[name], rank: (column) => column(name) };
}

/** Returns the metric `times * numerator / (per * denominator)`, to two decimals. */
function quotient<Numerator extends string, Denominator extends string>(
  numerator: Numerator,
  denominator: Denominator,
  { times = 1, per = 1 }: { times?: number; per?: number } = {},
): Metric<Numerator | Denominator> {
  return {
    from: [numerator, denominator],
    value: (sums) => ratio(times * sums[numerator], per * sums[denominator]),
    rank: (column) =>
      hundredths(
        times === 1 ? column(numerator) : `${times} * ${column(numerator)}`,
        per === 1 ? column(denominator) : `(${per} * ${column(denominator)})`,
      ),
  };
}

function atMost<Sum extends string>(max: number, { from, value, rank }: Metric<Sum>): Metric<Sum> {
  return {
    from,
    value: (sums) => Math.min(max, value(sums)),
    rank: (column) => `least(${100 * max}, ${rank(column)})`,
  };
}

/** A quotient in hundredths, rounded as `ratio` does. */
const hundredths = (numerator: string, denominator: string) =>
  `if(${denominator} = 0, 0, intDiv(200 * toInt128(${numerator}) + ${denominator}, 2 * ${denominator}))`;

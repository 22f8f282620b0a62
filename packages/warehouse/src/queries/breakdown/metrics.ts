/** The metrics that a breakdown can have, by the kind of its values, and the sums that they are computed from. */
import { AppError } from '@footfall/errors';
import { choiceOf } from '@footfall/schemas';
import { goalMetrics, type Metric, metrics, metricsOf, readMetricNames, trafficMetrics } from '../metrics.ts';
import { refusalOf } from '../parameters/parameters.ts';
import { type By, isBy, type Kind, kindOf } from './by.ts';

/** The sums of a value that has no events. */
export const noSums = {
  visitors: 0,
  sessions: 0,
  pageviews: 0,
  events: 0,
  entries: 0,
  exits: 0,
  /** Bounces and durations are of the sessions that have the value; of a path or host, of those that begin there. */
  bounces: 0,
  durationMs: 0,
  engagedMs: 0,
  /** The pageviews that were left, as far as their time is known. */
  left: 0,
  /** The sum of scroll depths, in hundredths of a percent, and the number of pageviews in it. */
  scroll: 0,
  scrolled: 0,
  conversions: 0,
};

/** The sums of one value. */
export type Sums = Readonly<typeof noSums>;
export type Sum = keyof Sums;
export const sumNames = Object.keys(noSums).filter((name): name is Sum => Object.hasOwn(noSums, name));

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics).filter((name): name is MetricName => Object.hasOwn(metrics, name));

const metricsOfEntries = metricsOf('entries');

const counted = ['visitors', 'sessions', 'pageviews', 'events'] as const;
/** The metrics that have a meaning for a value of each kind. */
const known: Readonly<Record<Kind, readonly MetricName[]>> = {
  session: trafficMetrics,
  page: [...counted, 'entries', 'exits', 'bounceRate', 'avgDuration', 'avgTime', 'avgScroll'],
  happened: counted,
};

/** The metrics that are returned unless the request names some. */
function metricsDefault(by: By, hasGoal: boolean): readonly MetricName[] {
  const kind = kindOf(by);
  const ofPath = isBy(by, 'path') ? (['avgTime', 'avgScroll'] as const) : [];
  const own = {
    session: ['visitors', 'sessions'],
    page: ['visitors', 'pageviews', ...ofPath],
    happened: ['visitors', 'events'],
  } as const;
  return [...own[kind], ...(hasGoal ? goalMetrics : [])];
}

/** Returns the requested metrics, or the default ones. Throws BAD_REQUEST for a metric that is not defined for the dimensions, or is named twice. */
export function readMetrics(by: By, requested: readonly string[] | undefined, hasGoal: boolean): MetricName[] {
  return readMetricNames(requested ?? metricsDefault(by, hasGoal), allowedMetrics(by, hasGoal), ` by ${by.text}`);
}

const allowedMetrics = (by: By, hasGoal: boolean): readonly MetricName[] => [
  ...known[kindOf(by)],
  ...(hasGoal ? goalMetrics : []),
];

export interface Order {
  metric: MetricName;
  isAscending: boolean;
}

/** Parses the parameter `sort`. Throws BAD_REQUEST for a metric that is not defined for the dimensions. */
export function readSort(by: By, sort: string, hasGoal: boolean): Order {
  const isAscending = !sort.startsWith('-');
  const allowed = allowedMetrics(by, hasGoal);
  const metric = allowed.find((name) => name === sort.slice(isAscending ? 0 : 1));
  if (metric) return { metric, isAscending };
  const rule = `${choiceOf(allowed)} by ${by.text}, with - in front for the largest first`;
  throw new AppError('BAD_REQUEST', refusalOf('sort', rule, sort));
}

/** The order of rows unless the request names one: by the largest number. */
export function orderDefault(by: By): Order {
  const byKind = { session: 'visitors', page: 'pageviews', happened: 'events' } as const;
  return { metric: byKind[kindOf(by)], isAscending: false };
}

export const metricOf = (by: By, name: MetricName): Metric<Sum> =>
  (kindOf(by) === 'session' ? metrics : metricsOfEntries)[name];

/** The sums that some metrics are computed from. */
export const sumsOf = (by: By, names: readonly MetricName[]): ReadonlySet<Sum> =>
  new Set(names.flatMap((name) => metricOf(by, name).from));

/** The endpoints, computed by brute force from the sent events, by the written definitions alone. */
import { breakdown, breakdownDefaults } from './reference/breakdown.ts';
import { dayMs, timestampName } from './reference/calendar.ts';
import { countedFacts, type Happened, sessionsOf } from './reference/facts.ts';
import { campaigns, channels, devices, geo, sources } from './reference/attribution.ts';
import { realtime, uxInsights } from './reference/experience.ts';
import { narrowed } from './reference/filters.ts';
import { funnel, readWithin } from './reference/funnel.ts';
import type { Goal } from './reference/goal.ts';
import { goals } from './reference/goals.ts';
import type { Params } from './reference/params.ts';
import { properties } from './reference/properties.ts';
import { type Bounds, comparedPart, comparedRange, exactBounds, type Range, readRange } from './reference/range.ts';
import { retention } from './reference/retention.ts';
import type { Delivery } from './reference/sent.ts';
import { series, seriesDefaults } from './reference/series.ts';
import { events, overview, pages, visitors } from './reference/traffic-metrics.ts';
import { utc } from './reference/zone.ts';

export const endpoints = [
  'overview',
  'visitors',
  'pages',
  'sources',
  'events',
  'campaigns',
  'channels',
  'devices',
  'geo',
  'ux-insights',
  'realtime',
] as const;
export type Endpoint =
  (typeof endpoints)[number] | 'breakdown' | 'series' | 'goals' | 'properties' | 'funnel' | 'retention';

/** Returns the part of the events that filters keep. */
export type Narrow = (happened: Happened, filters: readonly string[], goals: readonly Goal[]) => Happened;

const pagesLimit = 20;
const namesLimit = 100;

/**
 * Returns the result for one workspace, without the envelope's fields; `deliveries` are its accepted events in the order of
 * acceptance, `workspaceGoals` its goals. `narrow` applies the filters.
 */
export function createReference(
  deliveries: readonly Delivery[],
  workspaceGoals: readonly Goal[] = [],
  narrow: Narrow = narrowed,
) {
  const facts = countedFacts(deliveries);
  const all = { facts, sessions: sessionsOf(facts) };
  return {
    ...all,
    /** `bounds` maps the requested range to the one that is used. */
    result(endpoint: Endpoint, params: Params, nowMs: number, bounds: Bounds = exactBounds): object {
      const happened = params.filter ? narrow(all, params.filter, workspaceGoals) : all;
      if (endpoint === 'realtime') {
        return realtime(happened, nowMs, params.minutes === undefined ? undefined : Number(params.minutes));
      }
      const requested =
        endpoint === 'ux-insights' && params.days ? lastDays(params.days, nowMs) : readRange(params, nowMs);
      const range = bounds(requested);
      const zone = params.timezone ?? utc;
      const { compare } = params;
      const isOfPassed = endpoint === 'breakdown' || endpoint === 'goals';
      const compared =
        compare && (isOfPassed ? comparedPart(range, compare, nowMs, zone) : comparedRange(range, compare, zone));
      const earlier = compared && compared.startMs < compared.endMs ? bounds(compared) : undefined;
      const result = results[endpoint]({ happened, range, earlier, zone, params, goals: workspaceGoals });
      return endpoint === 'overview' ? { ...result, period: shownPeriod(range, requested, nowMs) } : result;
    },
  };
}

const lastDays = (days: string, nowMs: number): Range => ({ startMs: nowMs - Number(days) * dayMs, endMs: nowMs });

/** Returns the period as shown: an end in the future is shown as requested. */
function shownPeriod(range: Range, requested: Range, nowMs: number) {
  const endMs = requested.endMs >= nowMs ? requested.endMs : range.endMs;
  return { start: timestampName(range.startMs), end: timestampName(endMs) };
}

/** Everything that a result depends on. */
interface Request {
  happened: Happened;
  range: Range;
  /** The range to compare with. */
  earlier: Range | undefined;
  zone: string;
  params: Params;
  goals: readonly Goal[];
}
type Result = (request: Request) => object;

const results: Readonly<Record<Exclude<Endpoint, 'realtime'>, Result>> = {
  overview: ({ happened, range }) => overview(happened, range),
  visitors: ({ happened, range, params, zone }) => visitors(happened, range, params.granularity ?? 'day', zone),
  pages: limited(pages, pagesLimit),
  sources: limited(sources, namesLimit),
  events: limited(events, namesLimit),
  campaigns: limited(campaigns, namesLimit),
  channels: limited(channels, namesLimit),
  devices: limited(devices, namesLimit),
  geo: limited(geo, namesLimit),
  'ux-insights': ({ happened, range }) => uxInsights(happened, range),
  breakdown: ({ happened, range, earlier, params, goals: known }) => {
    const by = (params.by ?? 'path').split(',');
    const defaults = breakdownDefaults(by, params.goal !== undefined);
    return breakdown(happened, range, earlier, {
      by,
      goal: goalOf(params, known),
      goals: known,
      metrics: params.metrics?.split(',') ?? defaults.metrics,
      sort: params.sort ?? defaults.sort,
      search: params.search ?? '',
      limit: Number(params.limit ?? namesLimit),
      offset: Number(params.offset ?? 0),
    });
  },
  series: ({ happened, range, earlier, zone, params, goals: known }) =>
    series(happened, range, earlier, {
      zone,
      granularity: params.granularity ?? 'day',
      comparison: params.compare,
      metrics: params.metrics?.split(',') ?? seriesDefaults(params.goal !== undefined),
      goal: goalOf(params, known),
    }),
  goals: ({ happened, range, earlier, goals: known }) => goals(happened, range, earlier, known),
  properties: ({ happened, range, params }) =>
    properties(happened, range, {
      type: params.type ?? '',
      name: params.name,
      limit: Number(params.limit ?? namesLimit),
    }),
  funnel: ({ happened, range, params, goals: known }) =>
    funnel(happened, range, known, {
      steps: params.step ?? [],
      withinMs: params.within === undefined ? undefined : readWithin(params.within),
    }),
  retention: ({ happened, range, zone, params }) => retention(happened, range, params.granularity ?? 'week', zone),
};

function limited(list: (happened: Happened, range: Range, limit: number) => object, defaultLimit: number): Result {
  return ({ happened, range, params }) =>
    list(happened, range, params.limit === undefined ? defaultLimit : Number(params.limit));
}

function goalOf({ goal: goalId }: Params, known: readonly Goal[]): Goal | undefined {
  return known.find((goal) => goal.goalId === goalId);
}

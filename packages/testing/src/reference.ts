/** The eleven endpoints computed by brute force from the events that were sent, by the written definitions alone. */
import { dayMs, type Granularity } from './reference/calendar.ts';
import { countedFacts, sessionsOf } from './reference/facts.ts';
import { campaigns, channels, devices, geo, sources } from './reference/attribution.ts';
import { realtime, uxInsights } from './reference/experience.ts';
import { type Bounds, exactBounds, type Range, readRange } from './reference/range.ts';
import type { Delivery } from './reference/sent.ts';
import { events, type Happened, overview, pages, visitors } from './reference/traffic-metrics.ts';

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
export type Endpoint = (typeof endpoints)[number];

/** The query string of a request, as sent. */
export interface Params {
  start?: string;
  end?: string;
  granularity?: Granularity;
  limit?: string;
  days?: string;
}

const pagesLimit = 20;
const namesLimit = 100;
const lookbackDays = 30;

/**
 * Answers for one workspace, without the envelope's fields; `deliveries` are its accepted events in the order of
 * acceptance. `bounds`: what becomes of the range that a request asks for.
 */
export function createReference(deliveries: readonly Delivery[], bounds: Bounds = exactBounds) {
  const facts = countedFacts(deliveries);
  const happened = { facts, sessions: sessionsOf(facts) };
  const rangeOf = (params: Params, nowMs: number) => bounds(readRange(params, nowMs));
  return {
    ...happened,
    answer(endpoint: Endpoint, params: Params, nowMs: number): object {
      if (endpoint === 'realtime') return realtime(happened, nowMs);
      if (endpoint === 'ux-insights') {
        const lookbackMs = Number(params.days ?? lookbackDays) * dayMs;
        return uxInsights(happened, bounds({ startMs: nowMs - lookbackMs, endMs: nowMs }));
      }
      return answers[endpoint](happened, rangeOf(params, nowMs), params);
    },
  };
}

type Answer = (happened: Happened, range: Range, params: Params) => object;

const answers: Readonly<Record<Exclude<Endpoint, 'realtime' | 'ux-insights'>, Answer>> = {
  overview,
  visitors: (happened, range, params) => visitors(happened, range, params.granularity ?? 'day'),
  pages: limited(pages, pagesLimit),
  sources: limited(sources, namesLimit),
  events: limited(events, namesLimit),
  campaigns: limited(campaigns, namesLimit),
  channels: limited(channels, namesLimit),
  devices: limited(devices, namesLimit),
  geo: limited(geo, namesLimit),
};

function limited(list: (happened: Happened, range: Range, limit: number) => object, defaultLimit: number): Answer {
  return (happened, range, params) =>
    list(happened, range, params.limit === undefined ? defaultLimit : Number(params.limit));
}

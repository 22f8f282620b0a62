/** The eleven endpoints computed by brute force from the events that were sent, by the written definitions alone. */
import { dayMs, type Granularity, timestampName } from './reference/calendar.ts';
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

/**
 * Answers for one workspace, without the envelope's fields; `deliveries` are its accepted events in the order of
 * acceptance. `bounds`: what becomes of the range that a request asks for.
 */
export function createReference(deliveries: readonly Delivery[], bounds: Bounds = exactBounds) {
  const facts = countedFacts(deliveries);
  const happened = { facts, sessions: sessionsOf(facts) };
  return {
    ...happened,
    answer(endpoint: Endpoint, params: Params, nowMs: number): object {
      if (endpoint === 'realtime') return realtime(happened, nowMs);
      const asked = endpoint === 'ux-insights' && params.days ? lastDays(params.days, nowMs) : readRange(params, nowMs);
      const range = bounds(asked);
      const answer = answers[endpoint](happened, range, params);
      return endpoint === 'overview' ? { ...answer, period: shownPeriod(range, asked, nowMs) } : answer;
    },
  };
}

const lastDays = (days: string, nowMs: number): Range => ({ startMs: nowMs - Number(days) * dayMs, endMs: nowMs });

/** An end that is not over yet is shown as it was asked for. */
function shownPeriod(range: Range, asked: Range, nowMs: number) {
  const endMs = asked.endMs >= nowMs ? asked.endMs : range.endMs;
  return { start: timestampName(range.startMs), end: timestampName(endMs) };
}

type Answer = (happened: Happened, range: Range, params: Params) => object;

const answers: Readonly<Record<Exclude<Endpoint, 'realtime'>, Answer>> = {
  overview,
  visitors: (happened, range, params) => visitors(happened, range, params.granularity ?? 'day'),
  pages: limited(pages, pagesLimit),
  sources: limited(sources, namesLimit),
  events: limited(events, namesLimit),
  campaigns: limited(campaigns, namesLimit),
  channels: limited(channels, namesLimit),
  devices: limited(devices, namesLimit),
  geo: limited(geo, namesLimit),
  'ux-insights': uxInsights,
};

function limited(list: (happened: Happened, range: Range, limit: number) => object, defaultLimit: number): Answer {
  return (happened, range, params) =>
    list(happened, range, params.limit === undefined ? defaultLimit : Number(params.limit));
}

/** The eleven endpoints computed by brute force from the events that were sent, by the written definitions alone. */
import type { Granularity } from './reference/calendar.ts';
import { countedFacts, sessionsOf } from './reference/facts.ts';
import { campaigns, channels, devices, geo, sources } from './reference/attribution.ts';
import { realtime, uxInsights } from './reference/experience.ts';
import { type Range, readRange } from './reference/range.ts';
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

/** Answers for one workspace, without the envelope's fields; `deliveries` are its accepted events in the order of acceptance. */
export function createReference(deliveries: readonly Delivery[]) {
  const facts = countedFacts(deliveries);
  const happened = { facts, sessions: sessionsOf(facts) };
  return {
    ...happened,
    answer: (endpoint: Endpoint, params: Params, nowMs: number): object => answers[endpoint](happened, params, nowMs),
  };
}

type Answer = (happened: Happened, params: Params, nowMs: number) => object;

const answers: Readonly<Record<Endpoint, Answer>> = {
  overview: (happened, params, nowMs) => overview(happened, readRange(params, nowMs)),
  visitors: (happened, params, nowMs) => visitors(happened, readRange(params, nowMs), params.granularity ?? 'day'),
  pages: limited(pages, pagesLimit),
  sources: limited(sources, namesLimit),
  events: limited(events, namesLimit),
  campaigns: limited(campaigns, namesLimit),
  channels: limited(channels, namesLimit),
  devices: limited(devices, namesLimit),
  geo: limited(geo, namesLimit),
  'ux-insights': (happened, params, nowMs) => uxInsights(happened, Number(params.days ?? lookbackDays), nowMs),
  realtime: (happened, _params, nowMs) => realtime(happened, nowMs),
};

function limited(list: (happened: Happened, range: Range, limit: number) => object, defaultLimit: number): Answer {
  return (happened, params, nowMs) =>
    list(happened, readRange(params, nowMs), params.limit === undefined ? defaultLimit : Number(params.limit));
}

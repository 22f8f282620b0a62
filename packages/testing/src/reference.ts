/** The eleven endpoints computed by brute force from the events that were sent, by the written definitions alone. */
import type { Granularity } from './reference/calendar.ts';
import { countedFacts, sessionsOf } from './reference/facts.ts';
import { campaigns, channels, devices, geo, sources } from './reference/attribution.ts';
import { realtime, uxInsights } from './reference/experience.ts';
import { readRange } from './reference/range.ts';
import type { Delivery } from './reference/sent.ts';
import { events, overview, pages, visitors } from './reference/traffic-metrics.ts';

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
    answer(endpoint: Endpoint, params: Params, nowMs: number): object {
      const range = readRange(params, nowMs);
      const limit = params.limit === undefined ? undefined : Number(params.limit);
      switch (endpoint) {
        case 'overview':
          return overview(happened, range);
        case 'visitors':
          return visitors(happened, range, params.granularity ?? 'day');
        case 'pages':
          return pages(happened, range, limit ?? pagesLimit);
        case 'sources':
          return sources(happened, range, limit ?? namesLimit);
        case 'events':
          return events(happened, range, limit ?? namesLimit);
        case 'campaigns':
          return campaigns(happened, range, limit ?? namesLimit);
        case 'channels':
          return channels(happened, range, limit ?? namesLimit);
        case 'devices':
          return devices(happened, range, limit ?? namesLimit);
        case 'geo':
          return geo(happened, range, limit ?? namesLimit);
        case 'ux-insights':
          return uxInsights(happened, Number(params.days ?? lookbackDays), nowMs);
        case 'realtime':
          return realtime(happened, nowMs);
      }
    },
  };
}

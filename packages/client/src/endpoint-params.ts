/** The names of the parameters of every endpoint. Written by write-endpoints.ts from the registry of queries: do not edit. */
import type { QueryName } from './query.ts';

export const endpointParams: Readonly<Record<QueryName, readonly string[]>> = {
  overview: ['start', 'end', 'timezone', 'filter'],
  visitors: ['start', 'end', 'timezone', 'filter', 'granularity'],
  pages: ['start', 'end', 'timezone', 'filter', 'limit'],
  sources: ['start', 'end', 'timezone', 'filter', 'limit'],
  events: ['start', 'end', 'timezone', 'filter', 'limit'],
  campaigns: ['start', 'end', 'timezone', 'filter', 'limit'],
  channels: ['start', 'end', 'timezone', 'filter', 'limit'],
  devices: ['start', 'end', 'timezone', 'filter', 'limit'],
  geo: ['start', 'end', 'timezone', 'filter', 'limit'],
  'ux-insights': ['days', 'start', 'end', 'timezone', 'filter'],
  realtime: ['minutes', 'filter'],
  breakdown: ['start', 'end', 'timezone', 'filter', 'by', 'metrics', 'goal', 'sort', 'search', 'limit', 'offset', 'compare'],
  series: ['start', 'end', 'timezone', 'filter', 'granularity', 'metrics', 'goal', 'compare'],
  goals: ['start', 'end', 'timezone', 'filter', 'compare'],
  properties: ['start', 'end', 'timezone', 'filter', 'type', 'name', 'limit'],
  funnel: ['start', 'end', 'timezone', 'filter', 'step', 'within'],
  retention: ['start', 'end', 'timezone', 'filter', 'granularity'],
};

/** The registry: every endpoint of the analytics API, in the order of its documentation. */
import type { Query } from '../query.ts';
import { breakdown } from './breakdown.ts';
import { campaigns } from './campaigns.ts';
import { channels } from './channels.ts';
import { devices } from './devices.ts';
import { events } from './events.ts';
import { funnel } from './funnel.ts';
import { geo } from './geo.ts';
import { goals } from './goals.ts';
import { overview } from './overview.ts';
import { pages } from './pages.ts';
import { properties } from './properties.ts';
import { realtime } from './realtime.ts';
import { retention } from './retention.ts';
import { series } from './series.ts';
import { sources } from './sources.ts';
import { uxInsights } from './ux-insights.ts';
import { visitors } from './visitors.ts';

export const queries = [
  overview,
  visitors,
  pages,
  sources,
  events,
  campaigns,
  channels,
  devices,
  geo,
  uxInsights,
  realtime,
  breakdown,
  series,
  goals,
  properties,
  funnel,
  retention,
] as const satisfies readonly Query[];

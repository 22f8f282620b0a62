/** The figures with an explanation, and the part of docs/metrics.md that defines each: a heading, and a row of the table below it or its first paragraph. */

const attribute = 'Sources, campaigns, channels, devices, geography';

export const definitionSources = {
  visitors: ['Overview', 'uniqueVisitors'],
  sessions: ['Overview', 'sessions'],
  pageviews: ['Overview', 'pageviews'],
  viewsPerSession: ['Dashboard', 'views per session'],
  bounceRate: ['Overview', 'bounceRate'],
  avgDuration: ['Overview', 'avgDuration'],
  attribute: [attribute],
  pageVisitors: ['Breakdown', 'visitors'],
  pageViews: ['Pages', 'pageviews'],
  avgTime: ['Pages', 'avgTime'],
  avgScroll: ['Breakdown', 'avgScroll'],
  eventCount: ['Events', 'count'],
  eventUsers: ['Events', 'users'],
  goalVisitors: ['Goals', 'visitors'],
  goalRate: ['Goals', 'conversionRate'],
  goalEvents: ['Goals', 'events'],
  goalValue: ['Goals', 'value'],
  conversions: ['Dashboard', 'conversion rate'],
  deadClicks: ['UX insights', 'dead_clicks_by_page'],
  rageClicks: ['UX insights', 'rage_clicks_by_page'],
  lowScroll: ['UX insights', 'low_scroll_pages'],
  active: ['Realtime', 'activeVisitors'],
} as const satisfies Readonly<Record<string, readonly [heading: string, row?: string]>>;

export type DefinitionId = keyof typeof definitionSources;
export type Definitions = Readonly<Record<DefinitionId, string>>;

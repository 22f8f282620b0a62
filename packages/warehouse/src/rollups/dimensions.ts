/** The dimensions of the rollups: what values an event or a session has in each, as SQL. */

/** Dimensions of sessions: where the value comes from, and whether an empty one counts. Values of several columns are a JSON array. */
export const sessionDimensions = [
  { name: 'source', value: 'source', keepsEmpty: true },
  { name: 'utm_source', value: jsonOf('utm_source', 'utm_medium'), keepsEmpty: false },
  { name: 'campaign', value: jsonOf('utm_campaign', 'utm_source', 'utm_medium'), keepsEmpty: false },
  { name: 'ad_platform', value: 'ad_platform', keepsEmpty: false },
  { name: 'channel', value: 'channel', keepsEmpty: true },
  { name: 'browser', value: 'browser', keepsEmpty: true },
  { name: 'os', value: 'os', keepsEmpty: true },
  { name: 'device', value: 'device', keepsEmpty: true },
  { name: 'country', value: 'country', keepsEmpty: true },
  { name: 'city', value: jsonOf('city', 'country'), keepsEmpty: false },
] as const;

/** Dimensions of events: `all` has one value, `''`; of `dead` and `rage` the subject is the session, of the others the visitor. */
const eventDimensions = ['all', 'type', 'path', 'dead', 'rage'] as const;

/** Sums by path, kept among the occurrences: how far its page views were scrolled, in hundredths of a percent, and how many they were. */
const sumDimensions = ['scroll_depth', 'scroll_views'] as const;

export type Dimension =
  (typeof sessionDimensions)[number]['name'] | (typeof eventDimensions)[number] | (typeof sumDimensions)[number];

/** A value of several columns; empty when the first one is. */
function jsonOf(...columns: readonly [string, ...string[]]): string {
  return `if(${columns[0]} = '', '', toJSONString([${columns.map((column) => `toString(${column})`).join(', ')}]))`;
}

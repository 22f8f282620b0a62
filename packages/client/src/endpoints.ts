/** The parameters and results of every endpoint. Written by write-endpoints.ts from the registry of queries: do not edit. */

/** The codes of the API's errors. */
export type ErrorCode = 'BAD_REQUEST' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMIT' | 'INTERNAL_ERROR' | 'UNAVAILABLE';

/** The dimensions of filters. */
export type Dimension = 'source' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'channel' | 'ad_platform' | 'browser' | 'os' | 'device' | 'country' | 'city' | 'utm_term' | 'utm_content' | 'entry_page' | 'exit_page' | 'path' | 'hostname' | 'type' | `prop:${string}` | 'goal';

/** The operators of filters. */
export type Operator = 'is' | 'is_not' | 'contains' | 'contains_not' | 'starts_with';

/** A filter: a dimension, an operator and a value, which may be empty. */
export type Filter = `${Exclude<Dimension, 'goal'>}:${Operator}:${string}` | `goal:${'is' | 'is_not'}:${string}`;

/** The dimensions of breakdowns. */
export type ByDimension = 'assistant' | 'source' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'channel' | 'ad_platform' | 'browser' | 'os' | 'device' | 'country' | 'city' | 'utm_term' | 'utm_content' | 'entry_page' | 'exit_page' | 'path' | 'hostname' | 'type' | `prop:${string}` | 'goal';

export type PageEntry = {
  /** Path of the page, without query and fragment. */
  path: string;
  /** Title of the latest pageview that had one; empty if none had. */
  title: string;
  /** Pageviews. */
  pageviews: number;
  /** Distinct visitors. */
  visitors: number;
  /** Mean engaged time of a pageview, in seconds. */
  avgTime: number;
};

/** Each figure compared with the previous range. */
export type Comparison = {
  pageviews: Compared;
  uniqueVisitors: Compared;
  sessions: Compared;
  avgDuration: Compared;
  bounceRate: Compared;
};

export type Compared = {
  /** Value in the range. */
  current: number;
  /** Value in the preceding range of equal length. */
  previous: number;
  /** Change from previous to current, in percent; 100 if previous is 0 and current is not. */
  change: number;
};

/** The range of the result. */
export type Period = {
  /** Start of the range, inclusive, in UTC. */
  start: string;
  /** End of the range, exclusive, in UTC. */
  end: string;
};

export type VisitorsBucket = {
  /** Start of the bucket: YYYY-MM-DD, or YYYY-MM-DDTHH:00:00Z by hour, with the offset of the time zone in place of Z if the request names one. A week is named by its Monday. */
  date: string;
  /** Distinct visitors. */
  visitors: number;
  /** Sessions that start in the range. */
  sessions: number;
};

export type ReferrerEntry = {
  /** Name of the referring site, its host if the site is not known, or Direct. */
  source: string;
  /** Distinct visitors. */
  visitors: number;
  /** Sessions that start in the range. */
  sessions: number;
};

export type UtmSourceEntry = {
  /** utm_source as sent. */
  source: string;
  /** utm_medium as sent; empty if absent. */
  medium: string;
  /** Distinct visitors. */
  visitors: number;
};

export type EventTypeEntry = {
  /** Event type; automatic types start with $. */
  type: string;
  /** Events. */
  count: number;
  /** Distinct visitors. */
  users: number;
  /** True for automatic types, which start with $. */
  auto: boolean;
};

export type CampaignEntry = {
  /** utm_campaign as sent. */
  name: string;
  /** utm_source as sent; empty if absent. */
  source: string;
  /** utm_medium as sent; empty if absent. */
  medium: string;
  /** Distinct visitors. */
  visitors: number;
  /** Sessions that start in the range. */
  sessions: number;
};

export type AdPlatformEntry = {
  /** Ad platform, identified by its click ID. */
  platform: string;
  /** Distinct visitors. */
  visitors: number;
};

export type ChannelEntry = {
  /** Channel group, as in Google Analytics 4's default channel groups. */
  channel: string;
  /** Distinct visitors. */
  visitors: number;
  /** Sessions that start in the range. */
  sessions: number;
  /** Share of all sessions of the range, in percent. */
  percentage: number;
};

export type BrowserEntry = {
  /** Browser, without its version. */
  browser: string;
  /** Distinct visitors. */
  count: number;
};

export type DeviceEntry = {
  /** desktop, mobile, tablet, tv, console, wearable or other. */
  device: string;
  /** Distinct visitors. */
  count: number;
};

export type OperatingSystemEntry = {
  /** Operating system, without its version. */
  os: string;
  /** Distinct visitors. */
  count: number;
};

export type CountryEntry = {
  /** ISO 3166-1 alpha-2 code; ZZ if unknown. */
  country: string;
  /** Distinct visitors. */
  visitors: number;
};

export type CityEntry = {
  /** Name of the city. */
  city: string;
  /** ISO 3166-1 alpha-2 code; ZZ if unknown. */
  country: string;
  /** Distinct visitors. */
  visitors: number;
};

/** Figures of the whole workspace. */
export type UxTotals = {
  /** Clicks after which nothing happened. */
  dead_clicks: number;
  /** Bursts of fast clicks on one spot. */
  rage_clicks: number;
  /** Share of sessions with a dead click, in percent. */
  dead_click_rate: number;
  /** Share of sessions with a rage click, in percent. */
  rage_click_rate: number;
  /** Sessions that start in the range. */
  total_sessions: number;
};

export type DeadClicksEntry = {
  /** Path of the page, without query and fragment. */
  doc_path: string;
  /** Clicks after which nothing happened. */
  dead_clicks: number;
  /** Sessions with at least one such click. */
  affected_sessions: number;
};

export type RageClicksEntry = {
  /** Path of the page, without query and fragment. */
  doc_path: string;
  /** Bursts of fast clicks on one spot. */
  rage_clicks: number;
  /** Sessions with at least one such click. */
  affected_sessions: number;
};

export type LowScrollEntry = {
  /** Path of the page, without query and fragment. */
  doc_path: string;
  /** Mean scroll depth of a pageview, in percent of the page. */
  avg_scroll_depth: number;
  /** Pageviews with a known scroll depth. */
  samples: number;
};

export type ActivePage = {
  /** Path of the page, without query and fragment. */
  path: string;
  /** Distinct visitors. */
  visitors: number;
};

/** Visitors by device type. */
export type ActiveDevices = {
  /** Visitors on a device that is neither a phone nor a tablet. */
  desktop: number;
  /** Visitors on a phone or a tablet. */
  mobile: number;
};

export type ActiveMinute = {
  /** Whole minutes from the end of this one to the request; 0 for the current one. */
  minutesAgo: number;
  /** Distinct visitors. */
  visitors: number;
  /** Pageviews. */
  pageviews: number;
};

export type RecentEvent = {
  /** Event type; automatic types start with $. */
  type: string;
  /** Path of the page, without query and fragment. */
  path: string;
  /** ISO 3166-1 alpha-2 code; ZZ if unknown. */
  country: string;
  /** desktop, mobile, tablet, tv, console, wearable or other. */
  device: string;
  /** Seconds since the event. */
  secondsAgo: number;
};

export type BreakdownEntry = {
  /** Name of the referring site, its host if the site is not known, or Direct. */
  source?: string | undefined;
  /** Channel group, as in Google Analytics 4's default channel groups. */
  channel?: string | undefined;
  /** utm_source as sent. */
  utm_source?: string | undefined;
  /** utm_medium as sent. */
  utm_medium?: string | undefined;
  /** utm_campaign as sent. */
  utm_campaign?: string | undefined;
  /** utm_term as sent. */
  utm_term?: string | undefined;
  /** utm_content as sent. */
  utm_content?: string | undefined;
  /** Ad platform, identified by its click ID. */
  ad_platform?: string | undefined;
  /** Name of the AI assistant that sent the visitor. */
  assistant?: string | undefined;
  /** Browser, without its version. */
  browser?: string | undefined;
  /** Operating system, without its version. */
  os?: string | undefined;
  /** desktop, mobile, tablet, tv, console, wearable or other. */
  device?: string | undefined;
  /** ISO 3166-1 alpha-2 code; ZZ if unknown. */
  country?: string | undefined;
  /** Name of the city. */
  city?: string | undefined;
  /** Path of the session's first pageview. */
  entry_page?: string | undefined;
  /** Path of the session's last pageview. */
  exit_page?: string | undefined;
  /** Path of the page, without query and fragment. */
  path?: string | undefined;
  /** Host of the page. */
  hostname?: string | undefined;
  /** Event type; automatic types start with $. */
  type?: string | undefined;
  /** ID of the goal. */
  goal?: string | undefined;
  /** Distinct visitors. */
  visitors?: number | undefined;
  /** Sessions that start in the range; by path, hostname, type, property or goal: sessions with at least one of the events. */
  sessions?: number | undefined;
  /** Pageviews. */
  pageviews?: number | undefined;
  /** Events. */
  events?: number | undefined;
  /** Sessions that begin there. */
  entries?: number | undefined;
  /** Sessions that end there. */
  exits?: number | undefined;
  /** Pageviews divided by sessions. */
  viewsPerSession?: number | undefined;
  /** Share of sessions with one pageview and no custom event, in percent. */
  bounceRate?: number | undefined;
  /** Mean duration of a session, in seconds. */
  avgDuration?: number | undefined;
  /** Mean engaged time of a pageview, in seconds. */
  avgTime?: number | undefined;
  /** Mean scroll depth of a pageview, in percent of the page. */
  avgScroll?: number | undefined;
  /** Visitors who reached the goal. */
  conversions?: number | undefined;
  /** Share of the visitors who reached the goal, in percent. */
  conversionRate?: number | undefined;
  /** Only with compare: the figures of the same value in the earlier range. */
  previous?: PreviousFigures | undefined;
  /** The value of a property. */
  [property: `prop:${string}`]: string;
};

export type PreviousFigures = {
  /** Distinct visitors. */
  visitors?: number | undefined;
  /** Sessions that start in the range; by path, hostname, type, property or goal: sessions with at least one of the events. */
  sessions?: number | undefined;
  /** Pageviews. */
  pageviews?: number | undefined;
  /** Events. */
  events?: number | undefined;
  /** Sessions that begin there. */
  entries?: number | undefined;
  /** Sessions that end there. */
  exits?: number | undefined;
  /** Pageviews divided by sessions. */
  viewsPerSession?: number | undefined;
  /** Share of sessions with one pageview and no custom event, in percent. */
  bounceRate?: number | undefined;
  /** Mean duration of a session, in seconds. */
  avgDuration?: number | undefined;
  /** Mean engaged time of a pageview, in seconds. */
  avgTime?: number | undefined;
  /** Mean scroll depth of a pageview, in percent of the page. */
  avgScroll?: number | undefined;
  /** Visitors who reached the goal. */
  conversions?: number | undefined;
  /** Share of the visitors who reached the goal, in percent. */
  conversionRate?: number | undefined;
};

export type SeriesBucket = {
  /** Start of the bucket: YYYY-MM-DD, or YYYY-MM-DDTHH:00:00Z by hour, with the offset of the time zone in place of Z if the request names one. A week is named by its Monday. */
  date: string;
  /** Distinct visitors. */
  visitors?: number | undefined;
  /** Sessions that start in the range. */
  sessions?: number | undefined;
  /** Pageviews. */
  pageviews?: number | undefined;
  /** Events. */
  events?: number | undefined;
  /** Pageviews divided by sessions. */
  viewsPerSession?: number | undefined;
  /** Share of sessions with one pageview and no custom event, in percent. */
  bounceRate?: number | undefined;
  /** Mean duration of a session, in seconds. */
  avgDuration?: number | undefined;
  /** Visitors who reached the goal. */
  conversions?: number | undefined;
  /** Share of the visitors who reached the goal, in percent. */
  conversionRate?: number | undefined;
  /** Only with compare: the corresponding part of the earlier range. If the range is of whole days, or with `compare=year`, it is at the same local dates and times; otherwise it is the same length of time before. Together, these parts are the whole earlier range: an hour or a day that only that range has counts with the one before. */
  previous?: PreviousBucket | undefined;
};

export type PreviousBucket = {
  /** Start of the part of the earlier range, named like a bucket. That of a week or month can be any day. */
  date: string;
  /** Distinct visitors. */
  visitors?: number | undefined;
  /** Sessions that start in the range. */
  sessions?: number | undefined;
  /** Pageviews. */
  pageviews?: number | undefined;
  /** Events. */
  events?: number | undefined;
  /** Pageviews divided by sessions. */
  viewsPerSession?: number | undefined;
  /** Share of sessions with one pageview and no custom event, in percent. */
  bounceRate?: number | undefined;
  /** Mean duration of a session, in seconds. */
  avgDuration?: number | undefined;
  /** Visitors who reached the goal. */
  conversions?: number | undefined;
  /** Share of the visitors who reached the goal, in percent. */
  conversionRate?: number | undefined;
};

export type GoalEntry = {
  /** ID of the goal. */
  goalId: string;
  /** Name of the goal. */
  name: string;
  /** Distinct visitors who reached the goal. */
  visitors: number;
  /** Events that reached the goal. */
  events: number;
  /** Share of all visitors in the range who reached the goal, in percent. */
  conversionRate: number;
  /** Sum of the goal's value property over these events. */
  value: number;
  /** Only with compare: the figures of the same goal in the earlier range. */
  previous?: PreviousGoalFigures | undefined;
};

export type PreviousGoalFigures = {
  /** Distinct visitors who reached the goal. */
  visitors: number;
  /** Events that reached the goal. */
  events: number;
  /** Share of all visitors in the range who reached the goal, in percent. */
  conversionRate: number;
  /** Sum of the goal's value property over these events. */
  value: number;
};

export type PropertyEntry = {
  /** Name of the property; only without the parameter name. */
  name?: string | undefined;
  /** Value of the property as text; only with the parameter name. */
  value?: string | undefined;
  /** Events that contain it. */
  events: number;
  /** Distinct visitors. */
  visitors: number;
};

export type FunnelStep = {
  /** The step, as requested. */
  step: string;
  /** Distinct visitors who reached this step. */
  visitors: number;
  /** Visitors who reached the previous step but not this one. */
  dropOff: number;
  /** Share of the visitors of the first step who reached this one, in percent. */
  conversionRate: number;
};

export type RetentionCohort = {
  /** Start of the bucket: YYYY-MM-DD, or YYYY-MM-DDTHH:00:00Z by hour, with the offset of the time zone in place of Z if the request names one. A week is named by its Monday. */
  date: string;
  /** Distinct visitors whose first event in the range is in this period. */
  visitors: number;
  /** Number of them who were seen in this period and in each later one. */
  returned: number[];
};

/** Parameters of `overview`. */
export type OverviewParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
};

/** Pageviews, visitors, sessions, their length and bounce rate, compared with the previous range. */
export type OverviewResult = {
  /** Pageviews. */
  pageviews: number;
  /** Distinct visitors. */
  uniqueVisitors: number;
  /** Sessions that start in the range. */
  sessions: number;
  /** Mean duration of a session, in seconds. */
  avgDuration: number;
  /** Share of sessions with one pageview and no custom event, in percent. */
  bounceRate: number;
  /** The pages with the most pageviews. */
  topPages: PageEntry[];
  comparison: Comparison;
  period: Period;
};

/** Parameters of `visitors`. */
export type VisitorsParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Width of a bucket. Default: day. */
  readonly granularity?: 'hour' | 'day' | 'week' | 'month' | undefined;
};

/** Visitors and sessions in every hour, day, week or month of the range, zeros included. */
export type VisitorsResult = {
  /** Every bucket of the range, in order. */
  data: VisitorsBucket[];
  /** Width of the buckets. */
  granularity: 'hour' | 'day' | 'week' | 'month';
};

/** Parameters of `pages`. */
export type PagesParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Pages with the most pageviews, their visitors and the time spent on them. */
export type PagesResult = {
  /** Pages, most pageviews first. */
  data: PageEntry[];
};

/** Parameters of `sources`. */
export type SourcesParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Sites that sessions came from, and UTM sources with their medium. */
export type SourcesResult = {
  /** Referring sites, most visitors first. */
  referrers: ReferrerEntry[];
  /** UTM sources, most visitors first. */
  utmSources: UtmSourceEntry[];
};

/** Parameters of `events`. */
export type EventsParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Event types, how often each was sent and by how many visitors. */
export type EventsResult = {
  /** Event types, most events first. */
  data: EventTypeEntry[];
};

/** Parameters of `campaigns`. */
export type CampaignsParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Campaigns with their source and medium, and the ad platforms whose click IDs sessions came with. */
export type CampaignsResult = {
  /** Campaigns, most visitors first. */
  campaigns: CampaignEntry[];
  /** Ad platforms, most visitors first. */
  adPlatforms: AdPlatformEntry[];
};

/** Parameters of `channels`. */
export type ChannelsParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Marketing channels, their visitors, sessions and share of all sessions. */
export type ChannelsResult = {
  /** Channels, most visitors first. */
  data: ChannelEntry[];
};

/** Parameters of `devices`. */
export type DevicesParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Browsers, device types and operating systems, by visitors. */
export type DevicesResult = {
  /** Browsers, most visitors first. */
  browsers: BrowserEntry[];
  /** Device types, most visitors first. */
  devices: DeviceEntry[];
  /** Operating systems, most visitors first. */
  operatingSystems: OperatingSystemEntry[];
};

/** Parameters of `geo`. */
export type GeoParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** Countries and cities, by visitors. */
export type GeoResult = {
  /** Countries, most visitors first. */
  countries: CountryEntry[];
  /** Cities, most visitors first; sessions whose city is unknown are left out. */
  cities: CityEntry[];
};

/** Parameters of `ux-insights`. */
export type UxInsightsParams = {
  /** Number of days to look back, instead of `start` and `end`. Default: 30 if neither is set. */
  readonly days?: number | undefined;
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
};

/** Dead clicks, rage clicks and the pages that are scrolled least, in a range or over the last days. */
export type UxInsightsResult = {
  totals: UxTotals;
  /** Pages, most dead clicks first. */
  dead_clicks_by_page: DeadClicksEntry[];
  /** Pages, most rage clicks first. */
  rage_clicks_by_page: RageClicksEntry[];
  /** Pages, lowest scroll depth first. */
  low_scroll_pages: LowScrollEntry[];
};

/** Parameters of `realtime`. */
export type RealtimeParams = {
  /** Number of minutes to look back. If set, the response also lists each minute and the last events. Default: 5. */
  readonly minutes?: number | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
};

/** Visitors of the last minutes, with the page, country and device each was last seen with. */
export type RealtimeResult = {
  /** Distinct visitors. */
  activeVisitors: number;
  /** Pages on which visitors were last seen, most visitors first. */
  activePages: ActivePage[];
  /** Countries in which visitors were last seen, most visitors first. */
  countries: string[];
  devices: ActiveDevices;
  /** Only with the parameter minutes: each minute, newest first. */
  byMinute?: ActiveMinute[] | undefined;
  /** Only with the parameter minutes: the last events, newest first. */
  recent?: RecentEvent[] | undefined;
};

/** Parameters of `breakdown`. */
export type BreakdownParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Dimension of the breakdown: one of assistant, source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal, or two different ones separated by a comma. By type, the metrics are those of the events of each type; a filter on type keeps whole sessions instead. */
  readonly by?: ByDimension | `${ByDimension},${ByDimension}` | readonly [ByDimension, ByDimension] | undefined;
  /** The metrics to return. `avgDuration` and `avgTime` are in seconds, `bounceRate`, `avgScroll` and `conversionRate` in percent. Default: the most informative ones for the dimension. */
  readonly metrics?: readonly ('visitors' | 'sessions' | 'pageviews' | 'events' | 'entries' | 'exits' | 'viewsPerSession' | 'bounceRate' | 'avgDuration' | 'avgTime' | 'avgScroll' | 'conversions' | 'conversionRate')[] | undefined;
  /** ID of the goal that conversions are counted for. */
  readonly goal?: string | undefined;
  /** The metric to sort by, with `-` for the largest first. Default: by `path` and `hostname` most pageviews first, by `type`, a property or `goal` most events, otherwise most visitors. */
  readonly sort?: 'visitors' | '-visitors' | 'sessions' | '-sessions' | 'pageviews' | '-pageviews' | 'events' | '-events' | 'entries' | '-entries' | 'exits' | '-exits' | 'viewsPerSession' | '-viewsPerSession' | 'bounceRate' | '-bounceRate' | 'avgDuration' | '-avgDuration' | 'avgTime' | '-avgTime' | 'avgScroll' | '-avgScroll' | 'conversions' | '-conversions' | 'conversionRate' | '-conversionRate' | undefined;
  /** Only values that contain this text; case-insensitive. */
  readonly search?: string | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
  /** Number of entries to skip. */
  readonly offset?: number | undefined;
  /** Adds the same figures for an earlier range. `previous` is the same number of days before: for October, 31 August to 30 September. To compare two calendar months, make two requests. `year` is the same dates a year earlier. If the range has not ended, breakdown and goals compare only the corresponding part. */
  readonly compare?: 'previous' | 'year' | undefined;
};

/** The values of one or two dimensions with their metrics, sorted, searched and paged. */
export type BreakdownResult = {
  /** The dimension, or two separated by a comma. */
  by: string;
  /** Metrics of each entry. */
  metrics: ('visitors' | 'sessions' | 'pageviews' | 'events' | 'entries' | 'exits' | 'viewsPerSession' | 'bounceRate' | 'avgDuration' | 'avgTime' | 'avgScroll' | 'conversions' | 'conversionRate')[];
  /** One entry per value; the value of a property is under `prop:<name>`. */
  data: BreakdownEntry[];
  /** Total number of values, including those not listed. */
  total: number;
};

/** Parameters of `series`. */
export type SeriesParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Width of a bucket. Default: day. */
  readonly granularity?: 'hour' | 'day' | 'week' | 'month' | undefined;
  /** The metrics to return. `avgDuration` is in seconds, `bounceRate` and `conversionRate` in percent. Default: visitors, sessions and pageviews; with a goal also conversions and conversionRate. */
  readonly metrics?: readonly ('visitors' | 'sessions' | 'pageviews' | 'events' | 'viewsPerSession' | 'bounceRate' | 'avgDuration' | 'conversions' | 'conversionRate')[] | undefined;
  /** ID of the goal that conversions are counted for. */
  readonly goal?: string | undefined;
  /** Adds the same figures for an earlier range. `previous` is the same number of days before: for October, 31 August to 30 September. To compare two calendar months, make two requests. `year` is the same dates a year earlier. If the range has not ended, breakdown and goals compare only the corresponding part. */
  readonly compare?: 'previous' | 'year' | undefined;
};

/** Metrics in every hour, day, week or month of the range, zeros included. */
export type SeriesResult = {
  /** Width of the buckets. */
  granularity: 'hour' | 'day' | 'week' | 'month';
  /** Every bucket of the range, in order. */
  data: SeriesBucket[];
};

/** Parameters of `goals`. */
export type GoalsParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Adds the same figures for an earlier range. `previous` is the same number of days before: for October, 31 August to 30 September. To compare two calendar months, make two requests. `year` is the same dates a year earlier. If the range has not ended, breakdown and goals compare only the corresponding part. */
  readonly compare?: 'previous' | 'year' | undefined;
};

/** The goals of the workspace, with the visitors and events that reached each. */
export type GoalsResult = {
  /** All goals, most visitors first. */
  data: GoalEntry[];
};

/** Parameters of `properties`. */
export type PropertiesParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Type of the events. */
  readonly type: string;
  /** Name of a property; its values are listed instead of the names. */
  readonly name?: string | undefined;
  /** Maximum number of entries in each list. */
  readonly limit?: number | undefined;
};

/** The names of the properties that events of a type carry, or the values of one of them. */
export type PropertiesResult = {
  /** Names or values, most events first. */
  data: PropertyEntry[];
};

/** Parameters of `funnel`. */
export type FunnelParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** A step; repeat the parameter for 2 to 8 steps in order. Each is the ID of a goal, or `<dimension>:<operator>:<value>` as in `filter`, with one of the dimensions path, hostname, type, prop:<name>, goal. A step by path is a pageview. */
  readonly step: readonly [string, string, ...string[]];
  /** Time limit from the first step to the last: minutes, hours or days (30m, 24h, 7d), at most 90 days. Default: all steps in one session. */
  readonly within?: `${number}${'m' | 'h' | 'd'}` | undefined;
};

/** Visitors who reach a sequence of steps, in one session or within a time limit. */
export type FunnelResult = {
  /** The steps, in order. */
  data: FunnelStep[];
};

/** Parameters of `retention`. */
export type RetentionParams = {
  /** Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago. */
  readonly start?: string | Date | undefined;
  /** End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now. */
  readonly end?: string | Date | undefined;
  /** Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC. */
  readonly timezone?: string | undefined;
  /** Filters the result: `<dimension>:<operator>:<value>`, once for each filter. Dimensions: source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city, utm_term, utm_content, entry_page, exit_page, path, hostname, type, prop:<name>, goal. Operators: is, is_not, contains, contains_not, starts_with. Without a value, `is` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With `is_not`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value. */
  readonly filter?: readonly Filter[] | undefined;
  /** Length of a period. Default: week. */
  readonly granularity?: 'day' | 'week' | 'month' | undefined;
};

/** Visitors by the period in which they were first seen, and how many of them were seen again later. */
export type RetentionResult = {
  /** Length of the periods. */
  granularity: 'day' | 'week' | 'month';
  /** Every period of the range, in order. */
  data: RetentionCohort[];
  /** Share of the visitors in the range who can be recognized on later days because a client sent an ID for them or their sessions, in percent. */
  followed: number;
};

/** Every endpoint of the analytics API by the last part of its path. */
export type Endpoints = {
  overview: { params: OverviewParams; result: OverviewResult; csv: { readonly part?: 'topPages' | undefined } };
  visitors: { params: VisitorsParams; result: VisitorsResult; csv: { readonly part?: 'data' | undefined } };
  pages: { params: PagesParams; result: PagesResult; csv: { readonly part?: 'data' | undefined } };
  sources: { params: SourcesParams; result: SourcesResult; csv: { readonly part: 'referrers' | 'utmSources' } };
  events: { params: EventsParams; result: EventsResult; csv: { readonly part?: 'data' | undefined } };
  campaigns: { params: CampaignsParams; result: CampaignsResult; csv: { readonly part: 'campaigns' | 'adPlatforms' } };
  channels: { params: ChannelsParams; result: ChannelsResult; csv: { readonly part?: 'data' | undefined } };
  devices: { params: DevicesParams; result: DevicesResult; csv: { readonly part: 'browsers' | 'devices' | 'operatingSystems' } };
  geo: { params: GeoParams; result: GeoResult; csv: { readonly part: 'countries' | 'cities' } };
  'ux-insights': { params: UxInsightsParams; result: UxInsightsResult; csv: { readonly part: 'dead_clicks_by_page' | 'rage_clicks_by_page' | 'low_scroll_pages' } };
  realtime: { params: RealtimeParams; result: RealtimeResult; csv: { readonly part: 'activePages' | 'countries' | 'byMinute' | 'recent' } };
  breakdown: { params: BreakdownParams; result: BreakdownResult; csv: { readonly part?: 'data' | undefined } };
  series: { params: SeriesParams; result: SeriesResult; csv: { readonly part?: 'data' | undefined } };
  goals: { params: GoalsParams; result: GoalsResult; csv: { readonly part?: 'data' | undefined } };
  properties: { params: PropertiesParams; result: PropertiesResult; csv: { readonly part?: 'data' | undefined } };
  funnel: { params: FunnelParams; result: FunnelResult; csv: { readonly part?: 'data' | undefined } };
  retention: { params: RetentionParams; result: RetentionResult; csv: { readonly part?: 'data' | undefined } };
};

/**
 * The design of many products: a table with a row per session, kept up to date by collapsing rows, from which
 * queries about sessions use a scan; raw events for pages and types; visitors by `uniq`, off by 1 % or so.
 */
import { type Design, eventsBetween, moment, type Requests } from './design.ts';

const attributes = [
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'channel',
  'ad_platform',
  'browser',
  'os',
  'device',
  'country',
  'city',
];

const between = (time: string, start: string, end: string) => `workspace_id = {workspaceId:String}
  AND toDate(${time}) >= toDate(${moment(start)}) AND toDate(${time}) <= toDate(${moment(end)})
  AND ${time} >= ${moment(start)} AND ${time} < ${moment(end)}`;

const isWrongClick = "type IN ('$dead_click', '$rage_click')";

/** Returns the statements of each endpoint; if `narrowed`, for the sessions that match a condition and their events. */
function requestsOf(narrowed?: string): Requests {
  const within = (time: 'started_at' | 'timestamp', start = 'startMs', end = 'endMs') => {
    if (narrowed === undefined) return between(time, start, end);
    if (time === 'started_at') return `${between(time, start, end)} AND ${narrowed}`;
    return `${between(time, start, end)} AND session_id IN (
      SELECT session_id FROM design_sessions WHERE ${between('started_at', start, end)} AND ${narrowed})`;
  };
  const figures = (start: string, end: string) => `
  SELECT sum(sign * pageviews) AS pageviews, uniq(visitor_id) AS visitors, sum(sign) AS sessions,
    sum(sign * duration_ms) AS durationMs, sum(sign * is_bounced) AS bounces
  FROM design_sessions
  WHERE ${within('started_at', start, end)}`;

  const pages = (limit: string) => `
  SELECT path, argMaxIf(title, timestamp, type = '$pageview' AND title != '') AS title, countIf(type = '$pageview') AS pageviews,
    uniqIf(visitor_id, type = '$pageview') AS visitors,
    sumIf(engaged_ms, type = '$pageleave' AND engaged_ms >= 0) AS engagedMs,
    countIf(type = '$pageleave' AND engaged_ms >= 0 AND NOT continued) AS left
  FROM design_events
  WHERE ${within('timestamp')} AND type IN ('$pageview', '$pageleave')
  GROUP BY path
  HAVING pageviews > 0
  ORDER BY pageviews DESC, path
  LIMIT ${limit}`;

  /** Returns visitors and sessions by some attributes of the session. */
  const by = (columns: string, condition = '1') => `
  SELECT ${columns}, uniq(visitor_id) AS visitors, sum(sign) AS sessions
  FROM design_sessions
  WHERE ${within('started_at')} AND ${condition}
  GROUP BY ${columns}
  ORDER BY visitors DESC, ${columns}
  LIMIT {limit:UInt32}`;
  return {
    overview: [figures('startMs', 'endMs'), figures('previousMs', 'startMs'), pages('10')],
    visitors: [
      `SELECT toDate(started_at) AS day, uniq(visitor_id) AS visitors, sum(sign) AS sessions
      FROM design_sessions
      WHERE ${within('started_at')}
      GROUP BY day
      ORDER BY day`,
    ],
    pages: [pages('{limit:UInt32}')],
    sources: [by('source'), by('utm_source, utm_medium', "utm_source != ''")],
    events: [
      `SELECT type, count() AS count, uniq(visitor_id) AS users
      FROM design_events
      WHERE ${within('timestamp')}
      GROUP BY type
      ORDER BY count DESC, type
      LIMIT {limit:UInt32}`,
    ],
    campaigns: [
      by('utm_campaign, utm_source, utm_medium', "utm_campaign != ''"),
      by('ad_platform', "ad_platform != ''"),
    ],
    channels: [by('channel')],
    devices: [by('browser'), by('device'), by('os')],
    geo: [by('country'), by('city, country', "city != ''")],
    'ux-insights': [
      `SELECT sum(sign) AS sessions FROM design_sessions WHERE ${within('started_at')}`,
      `SELECT type, count() AS clicks, uniq(session_id) AS sessions
      FROM design_events
      WHERE ${within('timestamp')} AND ${isWrongClick}
      GROUP BY type`,
      `SELECT type, path, count() AS clicks, uniq(session_id) AS sessions
      FROM design_events
      WHERE ${within('timestamp')} AND ${isWrongClick}
      GROUP BY type, path
      ORDER BY clicks DESC, path
      LIMIT 20 BY type`,
      `SELECT path, avg(scroll_depth) AS depth, count() AS samples
      FROM design_events
      WHERE ${within('timestamp')} AND type = '$pageleave' AND scroll_depth >= 0
      GROUP BY path
      HAVING samples >= 5
      ORDER BY depth, path
      LIMIT 20`,
    ],
    realtime: [
      `SELECT last_path, last_country, last_device, count() AS visitors
      FROM (
        SELECT argMax(path, timestamp) AS last_path, argMax(country, timestamp) AS last_country,
          argMax(device, timestamp) AS last_device
        FROM design_events
        WHERE ${within('timestamp')}
        GROUP BY visitor_id
      )
      GROUP BY last_path, last_country, last_device`,
    ],
  };
}

export const sessionTable: Design = {
  name: 'session table',
  marker: 'design_sessions_filled',
  tables: [
    `CREATE TABLE design_sessions
    (
        workspace_id LowCardinality(String), session_id UInt64, visitor_id UInt64,
        started_at DateTime64(3, 'UTC'), ended_at DateTime64(3, 'UTC'), duration_ms UInt32,
        events UInt32, pageviews UInt32, is_bounced Bool,
        ${attributes.map((name) => `${name} LowCardinality(String)`).join(', ')},
        sign Int8, version UInt64
    )
    ENGINE = VersionedCollapsingMergeTree(sign, version)
    PARTITION BY toYYYYMM(started_at)
    ORDER BY (workspace_id, toDate(started_at), visitor_id, session_id)`,
    `CREATE TABLE design_events
    (
        workspace_id LowCardinality(String), timestamp DateTime64(3, 'UTC'), type LowCardinality(String),
        visitor_id UInt64, session_id UInt64, path String, title String,
        scroll_depth Int16, engaged_ms Int32, continued Bool,
        country LowCardinality(String), device LowCardinality(String)
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(timestamp)
    ORDER BY (workspace_id, toDate(timestamp), type, visitor_id)`,
  ],
  inserts: [
    `INSERT INTO design_sessions
    SELECT workspace_id, session_id, any(visitor_id), min(timestamp) AS started_at, max(timestamp) AS ended_at,
      dateDiff('millisecond', started_at, ended_at), count(), countIf(type = '$pageview') AS pageviews,
      pageviews = 1 AND countIf(NOT startsWith(type, '$')) = 0,
      ${attributes.map((name) => `any(${name})`).join(', ')}, 1, 1
    FROM ${eventsBetween('begunMs', 'endedMs')}
    GROUP BY workspace_id, session_id
    HAVING started_at >= ${moment('fromMs')} AND started_at < ${moment('toMs')}`,
    `INSERT INTO design_events
    SELECT workspace_id, timestamp, type, visitor_id, session_id, path, title, scroll_depth, engaged_ms, continued, country, device
    FROM ${eventsBetween('fromMs', 'toMs')}`,
  ],
  requests: requestsOf(),
  narrowed: requestsOf,
};

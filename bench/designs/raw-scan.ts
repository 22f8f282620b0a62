/**
 * The simplest design: events in the order of workspace and time, and each query a GROUP BY over those of the range. Queries
 * about sessions group by session first, because otherwise a visit's source and length would be wrong.
 */
import { type Design, eventsBetween, moment } from './design.ts';

const within = (start = 'startMs', end = 'endMs') =>
  `workspace_id = {workspaceId:String} AND timestamp >= ${moment(start)} AND timestamp < ${moment(end)}`;

const figures = (start: string, end: string) => `
  SELECT sum(views) AS pageviews, uniq(visitor) AS visitors, count() AS sessions, sum(duration_ms) AS durationMs,
    countIf(views = 1 AND custom = 0) AS bounces
  FROM (
    SELECT any(visitor_id) AS visitor, countIf(type = '$pageview') AS views, countIf(NOT startsWith(type, '$')) AS custom,
      dateDiff('millisecond', min(timestamp), max(timestamp)) AS duration_ms
    FROM design_raw_events
    WHERE ${within(start, end)}
    GROUP BY session_id
  )`;

const pages = (limit: string) => `
  SELECT path, argMaxIf(title, timestamp, type = '$pageview' AND title != '') AS title, countIf(type = '$pageview') AS pageviews,
    uniqIf(visitor_id, type = '$pageview') AS visitors,
    sumIf(engaged_ms, type = '$pageleave' AND engaged_ms >= 0) AS engagedMs,
    countIf(type = '$pageleave' AND engaged_ms >= 0 AND NOT continued) AS left
  FROM design_raw_events
  WHERE ${within()} AND type IN ('$pageview', '$pageleave')
  GROUP BY path
  HAVING pageviews > 0
  ORDER BY pageviews DESC, path
  LIMIT ${limit}`;

/** Returns visitors and sessions by some attributes of the session's first event. */
function by(columns: readonly string[], condition = '1'): string {
  const first = columns.map((column) => `first_${column}`).join(', ');
  return `
    SELECT ${first}, uniq(visitor) AS visitors, count() AS sessions
    FROM (
      SELECT any(visitor_id) AS visitor, ${columns.map((column) => `argMin(${column}, timestamp) AS first_${column}`).join(', ')}
      FROM design_raw_events
      WHERE ${within()}
      GROUP BY session_id
    )
    WHERE ${condition}
    GROUP BY ${first}
    ORDER BY visitors DESC, ${first}
    LIMIT {limit:UInt32}`;
}

const isWrongClick = "type IN ('$dead_click', '$rage_click')";

export const rawScan: Design = {
  name: 'raw scan',
  marker: 'design_raw_events_filled',
  tables: [
    // The columns of `events`, without their compression codecs.
    `CREATE TABLE design_raw_events
    (
        workspace_id LowCardinality(String), timestamp DateTime64(3, 'UTC'), type LowCardinality(String),
        visitor_id UInt64, session_id UInt64, path String, title String,
        source LowCardinality(String), utm_source LowCardinality(String), utm_medium LowCardinality(String),
        utm_campaign LowCardinality(String), channel LowCardinality(String), ad_platform LowCardinality(String),
        browser LowCardinality(String), os LowCardinality(String), device LowCardinality(String),
        country LowCardinality(String), city LowCardinality(String),
        scroll_depth Int16, engaged_ms Int32, continued Bool
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(timestamp)
    ORDER BY (workspace_id, timestamp)`,
  ],
  inserts: [
    `INSERT INTO design_raw_events
    SELECT workspace_id, timestamp, type, visitor_id, session_id, path, title, source, utm_source, utm_medium, utm_campaign,
      channel, ad_platform, browser, os, device, country, city, scroll_depth, engaged_ms, continued
    FROM ${eventsBetween('fromMs', 'toMs')}`,
  ],
  requests: {
    overview: [figures('startMs', 'endMs'), figures('previousMs', 'startMs'), pages('10')],
    visitors: [
      `SELECT toDate(timestamp) AS day, uniq(visitor_id) AS visitors, uniq(session_id) AS sessions
      FROM design_raw_events
      WHERE ${within()}
      GROUP BY day
      ORDER BY day`,
    ],
    pages: [pages('{limit:UInt32}')],
    sources: [by(['source']), by(['utm_source', 'utm_medium'], "first_utm_source != ''")],
    events: [
      `SELECT type, count() AS count, uniq(visitor_id) AS users
      FROM design_raw_events
      WHERE ${within()}
      GROUP BY type
      ORDER BY count DESC, type
      LIMIT {limit:UInt32}`,
    ],
    campaigns: [
      by(['utm_campaign', 'utm_source', 'utm_medium'], "first_utm_campaign != ''"),
      by(['ad_platform'], "first_ad_platform != ''"),
    ],
    channels: [by(['channel'])],
    devices: [by(['browser']), by(['device']), by(['os'])],
    geo: [by(['country']), by(['city', 'country'], "first_city != ''")],
    'ux-insights': [
      `SELECT count() AS sessions, countIf(dead > 0) AS deadSessions, countIf(rage > 0) AS rageSessions,
        sum(dead) AS deadClicks, sum(rage) AS rageClicks
      FROM (
        SELECT countIf(type = '$dead_click') AS dead, countIf(type = '$rage_click') AS rage
        FROM design_raw_events
        WHERE ${within()}
        GROUP BY session_id
      )`,
      `SELECT type, path, count() AS clicks, uniq(session_id) AS sessions
      FROM design_raw_events
      WHERE ${within()} AND ${isWrongClick}
      GROUP BY type, path
      ORDER BY clicks DESC, path
      LIMIT 20 BY type`,
      `SELECT path, avg(scroll_depth) AS depth, count() AS samples
      FROM design_raw_events
      WHERE ${within()} AND type = '$pageleave' AND scroll_depth >= 0
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
        FROM design_raw_events
        WHERE ${within()}
        GROUP BY visitor_id
      )
      GROUP BY last_path, last_country, last_device`,
    ],
  },
};

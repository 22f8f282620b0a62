/** Pageviews, visitors, sessions, their length and bounces, in buckets of equal width. */
import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { bindScope, type Scope } from '../scope.ts';
import { inRange, isDeadClick, isPageview, isRageClick } from './events.ts';
import { hourMs } from './range.ts';
import { integer } from './read-rows.ts';
import { bindBuckets, type Buckets, bucketOf, inHours, subjectsByBucket } from './rollups.ts';
import { bounced, durationMs, sessions } from './sessions.ts';

export interface Traffic {
  pageviews: number;
  /** With at least one event in the bucket. */
  visitors: number;
  /** That start in the bucket. */
  sessions: number;
  /** Sum over those sessions. */
  durationMs: number;
  /** How many of them bounced, and how many have a dead or a rage click. */
  bounces: number;
  deadSessions: number;
  rageSessions: number;
}

export const noTraffic: Traffic = {
  pageviews: 0,
  visitors: 0,
  sessions: 0,
  durationMs: 0,
  bounces: 0,
  deadSessions: 0,
  rageSessions: 0,
};

export const trafficRow = z.object({
  bucket: integer,
  pageviews: integer,
  visitors: integer,
  sessions: integer,
  durationMs: integer,
  bounces: integer,
  deadSessions: integer,
  rageSessions: integer,
});

const bucketAt = (time: string) => `intDiv(toUnixTimestamp64Milli(${time}) - {originMs:Int64}, {widthMs:Int64})`;

const sums = `sum(pageviews) AS pageviews, sum(visitors) AS visitors,
    sum(sessions) AS sessions, sum(durationMs) AS durationMs, sum(bounces) AS bounces,
    sum(deadSessions) AS deadSessions, sum(rageSessions) AS rageSessions`;

const events = `
  SELECT bucket, ${sums}
  FROM (
    SELECT ${bucketAt('timestamp')} AS bucket, countIf(${isPageview}) AS pageviews,
      uniqExact(visitor_id) AS visitors, 0 AS sessions, 0 AS durationMs, 0 AS bounces, 0 AS deadSessions, 0 AS rageSessions
    FROM events
    WHERE ${inRange}
    GROUP BY bucket
    UNION ALL
    SELECT ${bucketAt('started_at')} AS bucket, 0 AS pageviews,
      0 AS visitors, count() AS sessions, sum(duration_ms) AS durationMs, countIf(bounced) AS bounces,
      countIf(dead_clicks > 0) AS deadSessions, countIf(rage_clicks > 0) AS rageSessions
    FROM (${sessions([durationMs, bounced, `countIf(${isDeadClick}) AS dead_clicks`, `countIf(${isRageClick}) AS rage_clicks`])})
    GROUP BY bucket
  )
  GROUP BY bucket`;

/** `visitors` is what the traffic of each hour gives as its visitors, `others` gives those that cannot be told hour by hour. */
const rollups = (visitors: string, others: string) => `
  SELECT bucket, ${sums}
  FROM (
    SELECT ${bucketOf('hour')} AS bucket, pageviews, ${visitors} AS visitors,
      sessions, duration_ms AS durationMs, bounces, dead_sessions AS deadSessions, rage_sessions AS rageSessions
    FROM traffic_by_hour
    WHERE ${inHours}
    ${others}
  )
  GROUP BY bucket`;

/** Visitors of several hours are not the sum of those of each. */
const visitorsOfBuckets = `
    UNION ALL SELECT bucket, 0, subjects, 0, 0, 0, 0, 0 FROM (${subjectsByBucket('all')})`;

const rollupsByHour = rollups('visitors', '');
const rollupsByLongerTimes = rollups('0', visitorsOfBuckets);

/** The traffic of each bucket of the range that saw anything. */
export function traffic(scope: Scope, buckets: Buckets): Statement {
  const ofRollups = buckets.widthMs === hourMs ? rollupsByHour : rollupsByLongerTimes;
  return {
    sql: scope.source === 'events' ? events : ofRollups,
    params: { ...bindScope(scope), ...bindBuckets(buckets) },
  };
}

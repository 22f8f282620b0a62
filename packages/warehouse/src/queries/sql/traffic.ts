/** Pageviews, visitors, sessions, their length and bounces, in buckets of equal width. */
import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { bindScope, type Scope } from '../scope.ts';
import { inRange, isDeadClick, isPageview, isRageClick } from './events.ts';
import { integer } from './read-rows.ts';
import { bindBuckets, breakdownByBucket, type Buckets } from './rollups.ts';
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

const counted = (dimension: string) => `sumIf(count, dimension = '${dimension}')`;

const rollups = `
  SELECT bucket, ${counted('pageview')} AS pageviews, sumIf(uniques, dimension = 'all') AS visitors,
    ${counted('session')} AS sessions, ${counted('duration')} AS durationMs, ${counted('bounce')} AS bounces,
    ${counted('dead_session')} AS deadSessions, ${counted('rage_session')} AS rageSessions
  FROM (${breakdownByBucket(['all', 'pageview', 'session', 'duration', 'bounce', 'dead_session', 'rage_session'])})
  GROUP BY bucket`;

/** The traffic of each bucket of the range that saw anything. */
export function traffic(scope: Scope, buckets: Buckets): Statement {
  return {
    sql: scope.source === 'events' ? events : rollups,
    params: { ...bindScope(scope), ...bindBuckets(buckets) },
  };
}

/** Pageviews, visitors, sessions, their length and bounces, in buckets of equal width. */
import { z } from 'zod';
import type { Choice } from '../planner.ts';
import type { QueryContext } from '../query.ts';
import { inRange, isPageview } from './events.ts';
import { readPlanned } from './question.ts';
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
  /** How many of them bounced. */
  bounces: number;
}

export const noTraffic: Traffic = { pageviews: 0, visitors: 0, sessions: 0, durationMs: 0, bounces: 0 };

const row = z.object({
  bucket: integer,
  pageviews: integer,
  visitors: integer,
  sessions: integer,
  durationMs: integer,
  bounces: integer,
});

const bucketAt = (time: string) => `intDiv(toUnixTimestamp64Milli(${time}) - {originMs:Int64}, {widthMs:Int64})`;

const sums = `sum(pageviews) AS pageviews, sum(visitors) AS visitors,
    sum(sessions) AS sessions, sum(durationMs) AS durationMs, sum(bounces) AS bounces`;

const events = `
  SELECT bucket, ${sums}
  FROM (
    SELECT ${bucketAt('timestamp')} AS bucket, countIf(${isPageview}) AS pageviews,
      uniqExact(visitor_id) AS visitors, 0 AS sessions, 0 AS durationMs, 0 AS bounces
    FROM events
    WHERE ${inRange}
    GROUP BY bucket
    UNION ALL
    SELECT ${bucketAt('started_at')} AS bucket, 0 AS pageviews,
      0 AS visitors, count() AS sessions, sum(duration_ms) AS durationMs, countIf(bounced) AS bounces
    FROM (${sessions([durationMs, bounced])})
    GROUP BY bucket
  )
  GROUP BY bucket`;

/** `visitors` is what the traffic of each hour gives as its visitors, `others` gives those that cannot be told hour by hour. */
const rollups = (visitors: string, others: string) => `
  SELECT bucket, ${sums}
  FROM (
    SELECT ${bucketOf('hour')} AS bucket, pageviews, ${visitors} AS visitors,
      sessions, duration_ms AS durationMs, bounces
    FROM traffic_by_hour
    WHERE ${inHours}
    ${others}
  )
  GROUP BY bucket`;

/** Visitors of several hours are not the sum of those of each. */
const visitorsOfBuckets = `
    UNION ALL SELECT bucket, 0, subjects, 0, 0, 0 FROM (${subjectsByBucket('all')})`;

const byHour = { row, events, rollups: rollups('visitors', '') };
const byLongerTimes = { row, events, rollups: rollups('0', visitorsOfBuckets) };

/** What happened in each bucket of the range that saw anything, by the bucket's number. */
export async function readTraffic(
  context: QueryContext,
  choice: Choice,
  buckets: Buckets,
): Promise<Map<number, Traffic>> {
  const question = buckets.widthMs === hourMs ? byHour : byLongerTimes;
  const rows = await readPlanned(context, choice, question, bindBuckets(buckets));
  return new Map(rows.map(({ bucket, ...traffic }) => [bucket, traffic]));
}

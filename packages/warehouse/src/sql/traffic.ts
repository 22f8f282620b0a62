/** Pageviews, visitors, sessions, their length and bounces, in buckets of equal width. */
import { z } from 'zod';
import type { QueryContext } from '../query.ts';
import { bindRange, inRange, isPageview } from './events.ts';
import type { Range } from './range.ts';
import { integer, readRows } from './read-rows.ts';
import { bounced, durationMs, sessions } from './sessions.ts';

export interface Buckets {
  /** Epoch milliseconds at which bucket 0 starts, at or before the range's start. */
  originMs: number;
  widthMs: number;
}

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

const bucketOf = (time: string) => `intDiv(toUnixTimestamp64Milli(${time}) - {originMs:Int64}, {widthMs:Int64})`;

const sql = `
  SELECT bucket, sum(pageviews) AS pageviews, sum(visitors) AS visitors,
    sum(sessions) AS sessions, sum(durationMs) AS durationMs, sum(bounces) AS bounces
  FROM (
    SELECT ${bucketOf('timestamp')} AS bucket, countIf(${isPageview}) AS pageviews,
      uniqExact(visitor_id) AS visitors, 0 AS sessions, 0 AS durationMs, 0 AS bounces
    FROM events
    WHERE ${inRange}
    GROUP BY bucket
    UNION ALL
    SELECT ${bucketOf('started_at')} AS bucket, 0 AS pageviews,
      0 AS visitors, count() AS sessions, sum(duration_ms) AS durationMs, countIf(bounced) AS bounces
    FROM (${sessions([durationMs, bounced])})
    GROUP BY bucket
  )
  GROUP BY bucket`;

/** What happened in each bucket of the range that saw anything, by the bucket's number. */
export async function readTraffic(
  context: QueryContext,
  range: Range,
  buckets: Buckets,
): Promise<Map<number, Traffic>> {
  const params = { ...bindRange(context.workspaceId, range), originMs: buckets.originMs, widthMs: buckets.widthMs };
  const rows = await readRows(context.warehouse, row, { sql, params });
  return new Map(rows.map(({ bucket, ...traffic }) => [bucket, traffic]));
}

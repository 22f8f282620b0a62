/** Top pages: views, visitors and time spent by path. */
import { z } from 'zod';
import { defineQuery, type QueryContext } from '../query.ts';
import { arrivalOrder, bindRange, inRange, isPageview } from '../sql/events.ts';
import { limitParam, rangeParams } from '../sql/parameters.ts';
import { type Range, resolveRange } from '../sql/range.ts';
import { integer, readRows } from '../sql/read-rows.ts';
import { meanSeconds } from '../sql/rounding.ts';
import { count, decimal } from './result-fields.ts';

const limitDefault = 20;

export const pageEntry = z.strictObject({
  path: z.string(),
  title: z.string(),
  pageviews: count,
  visitors: count,
  avgTime: decimal,
});

const row = z.object({
  path: z.string(),
  title: z.string(),
  pageviews: integer,
  visitors: integer,
  engagedMs: integer,
  left: integer,
});

/** A page view is left once: what it sends later is continued, and adds to the sum only. */
const sql = `
  SELECT path, argMaxIf(title, ${arrivalOrder}, ${isPageview}) AS title,
    countIf(${isPageview}) AS pageviews, uniqExactIf(visitor_id, ${isPageview}) AS visitors,
    sumIf(engaged_ms, type = '$pageleave' AND engaged_ms >= 0) AS engagedMs,
    countIf(type = '$pageleave' AND engaged_ms >= 0 AND NOT continued) AS left
  FROM events
  WHERE ${inRange} AND type IN ('$pageview', '$pageleave')
  GROUP BY path
  HAVING pageviews > 0
  ORDER BY pageviews DESC, path
  LIMIT {limit:UInt32}`;

/** The paths with most pageviews in the range. */
export async function readPages(
  context: QueryContext,
  range: Range,
  limit: number,
): Promise<z.output<typeof pageEntry>[]> {
  const params = { ...bindRange(context.workspaceId, range), limit };
  const rows = await readRows(context.warehouse, row, { sql, params });
  return rows.map(({ engagedMs, left, ...page }) => ({ ...page, avgTime: meanSeconds(engagedMs, left) }));
}

export const pages = defineQuery({
  name: 'pages',
  summary: 'Pages with most pageviews, their visitors and the time spent on them.',
  params: z.object({ ...rangeParams, limit: limitParam(limitDefault) }),
  result: z.strictObject({ data: z.array(pageEntry) }),
  cacheTtlSeconds: 300,
  resolve: (params, nowMs) => ({ range: resolveRange(params, nowMs), limit: params.limit ?? limitDefault }),
  run: async ({ range, limit }, context) => ({ data: await readPages(context, range, limit) }),
});

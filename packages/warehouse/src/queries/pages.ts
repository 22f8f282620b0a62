/** Top pages: views, visitors and time spent by path. */
import { z } from 'zod';
import type { Choice } from '../planner.ts';
import { defineQuery, type QueryContext } from '../query.ts';
import { arrivalOrder, bindRange, inRange, isPageview, isTimed } from '../sql/events.ts';
import { limitParam, rangeParams } from '../sql/parameters.ts';
import { type Range, resolveRange } from '../sql/range.ts';
import { integer, readRows } from '../sql/read-rows.ts';
import { bindHours, inHours, occurrences } from '../sql/rollups.ts';
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

const events = `
  SELECT path, argMaxIf(title, ${arrivalOrder}, ${isPageview}) AS title,
    countIf(${isPageview}) AS pageviews, uniqExactIf(visitor_id, ${isPageview}) AS visitors,
    sumIf(engaged_ms, ${isTimed}) AS engagedMs,
    countIf(${isTimed} AND NOT continued) AS left
  FROM events
  WHERE ${inRange} AND type IN ('$pageview', '$pageleave')
  GROUP BY path
  HAVING pageviews > 0
  ORDER BY pageviews DESC, path
  LIMIT {limit:UInt32}`;

const rollupsRank = `
  SELECT value AS path, occurrences AS pageviews, subjects AS visitors
  FROM (${occurrences('path')})
  ORDER BY pageviews DESC, path
  LIMIT {limit:UInt32}`;

/** All else is read of the paths that are shown only. */
const rollupsRest = `
  SELECT path, max(latest).2 AS title, sum(engaged_ms) AS engagedMs, sum(engaged_views) AS left
  FROM pages_by_hour
  WHERE ${inHours} AND path IN {paths:Array(String)}
  GROUP BY path`;

const rankRow = row.pick({ path: true, pageviews: true, visitors: true });
const restRow = row.omit({ pageviews: true, visitors: true });

/** The paths with most pageviews. */
export async function readPages(
  context: QueryContext,
  choice: Choice,
  limit: number,
): Promise<z.output<typeof pageEntry>[]> {
  const read = choice.source === 'events' ? readEvents : readRollups;
  const rows = await read(context, choice.range, limit);
  return rows.map(({ engagedMs, left, ...page }) => ({ ...page, avgTime: meanSeconds(engagedMs, left) }));
}

type Row = z.output<typeof row>;

function readEvents({ warehouse, workspaceId }: QueryContext, range: Range, limit: number): Promise<Row[]> {
  return readRows(warehouse, row, { sql: events, params: { ...bindRange(workspaceId, range), limit } });
}

async function readRollups({ warehouse, workspaceId }: QueryContext, range: Range, limit: number): Promise<Row[]> {
  const params = bindHours(workspaceId, range);
  const ranked = await readRows(warehouse, rankRow, { sql: rollupsRank, params: { ...params, limit } });
  const paths = ranked.map(({ path }) => path);
  const rest = await readRows(warehouse, restRow, { sql: rollupsRest, params: { ...params, paths } });
  const restOf = new Map(rest.map((entry) => [entry.path, entry]));
  return ranked.map((entry) => ({ ...noRest, ...restOf.get(entry.path), ...entry }));
}

const noRest = { title: '', engagedMs: 0, left: 0 };

export const pages = defineQuery({
  name: 'pages',
  summary: 'Pages with most pageviews, their visitors and the time spent on them.',
  params: z.object({ ...rangeParams, limit: limitParam(limitDefault) }),
  result: z.strictObject({ data: z.array(pageEntry) }),
  cacheTtlSeconds: 300,
  resolve: (params, nowMs) => ({ range: resolveRange(params, nowMs), limit: params.limit ?? limitDefault }),
  run: async ({ range, limit }, context) => ({ data: await readPages(context, await context.plan(range), limit) }),
});

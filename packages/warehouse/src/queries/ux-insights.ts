/** UX insights: dead clicks, rage clicks and how far pages are read. */
import { z } from 'zod';
import { defineQuery, type QueryContext } from '../query.ts';
import { bindRange, inRange } from '../sql/events.ts';
import { daysParam } from '../sql/parameters.ts';
import { dayMs, lookbackDaysDefault, type Range, rangeBefore } from '../sql/range.ts';
import { integer, readRows } from '../sql/read-rows.ts';
import { percentage, ratio } from '../sql/rounding.ts';
import { sessions } from '../sql/sessions.ts';
import { count, percent } from './result-fields.ts';

const entriesMax = 20;
const isDeadClick = "type = '$dead_click'";
const isRageClick = "type = '$rage_click'";

const totalsRow = z.object({
  deadClicks: integer,
  rageClicks: integer,
  totalSessions: integer,
  deadSessions: integer,
  rageSessions: integer,
});

const totalsSql = `
  SELECT deadClicks, rageClicks, totalSessions, deadSessions, rageSessions
  FROM (
    SELECT countIf(${isDeadClick}) AS deadClicks, countIf(${isRageClick}) AS rageClicks
    FROM events
    WHERE ${inRange} AND type IN ('$dead_click', '$rage_click')
  ) AS clicks
  CROSS JOIN (
    SELECT count() AS totalSessions, countIf(dead_clicks > 0) AS deadSessions, countIf(rage_clicks > 0) AS rageSessions
    FROM (${sessions([`countIf(${isDeadClick}) AS dead_clicks`, `countIf(${isRageClick}) AS rage_clicks`])})
  ) AS started`;

const pageRow = z.object({
  list: z.enum(['dead', 'rage', 'scroll']),
  path: z.string(),
  deadClicks: integer,
  deadSessions: integer,
  rageClicks: integer,
  rageSessions: integer,
  depth: integer,
  samples: integer,
});

type PageRow = z.output<typeof pageRow>;

/** The mean depth is in hundredths of a percent and rounded as the answer shows it, so that equal figures go by path. */
const pagesSql = `
  SELECT list, path, deadClicks, deadSessions, rageClicks, rageSessions, samples,
    least(10000, if(samples = 0, 0, intDiv(2 * depthSum + samples, 2 * samples))) AS depth
  FROM (
    SELECT path,
      countIf(${isDeadClick}) AS deadClicks, uniqExactIf(session_id, ${isDeadClick}) AS deadSessions,
      countIf(${isRageClick}) AS rageClicks, uniqExactIf(session_id, ${isRageClick}) AS rageSessions,
      sumIf(scroll_depth, type = '$pageleave' AND scroll_depth >= 0) AS depthSum,
      countIf(type = '$pageleave' AND scroll_depth >= 0 AND NOT continued) AS samples,
      arrayJoin(['dead', 'rage', 'scroll']) AS list
    FROM events
    WHERE ${inRange} AND type IN ('$dead_click', '$rage_click', '$pageleave')
    GROUP BY path
  )
  WHERE (list = 'dead' AND deadClicks > 0) OR (list = 'rage' AND rageClicks > 0) OR (list = 'scroll' AND samples >= 5)
  ORDER BY list, multiIf(list = 'dead', deadClicks, list = 'rage', rageClicks, 0) DESC, if(list = 'scroll', depth, 0), path
  LIMIT ${entriesMax} BY list`;

export const uxInsights = defineQuery({
  name: 'ux-insights',
  summary: 'Dead clicks, rage clicks and the pages that are scrolled least, over the last days.',
  params: z.object({ days: daysParam }),
  result: z.strictObject({
    totals: z.strictObject({
      dead_clicks: count,
      rage_clicks: count,
      dead_click_rate: percent,
      rage_click_rate: percent,
      total_sessions: count,
    }),
    dead_clicks_by_page: z
      .array(z.strictObject({ doc_path: z.string(), dead_clicks: count, affected_sessions: count }))
      .max(entriesMax),
    rage_clicks_by_page: z
      .array(z.strictObject({ doc_path: z.string(), rage_clicks: count, affected_sessions: count }))
      .max(entriesMax),
    low_scroll_pages: z
      .array(z.strictObject({ doc_path: z.string(), avg_scroll_depth: percent, samples: count }))
      .max(entriesMax),
  }),
  cacheTtlSeconds: 600,
  resolve: ({ days = lookbackDaysDefault }, nowMs) => rangeBefore(nowMs, days * dayMs),
  async run(range, context) {
    const [totals, pages] = await Promise.all([readTotals(context, range), readPages(context, range)]);
    const of = (list: PageRow['list']) => pages.filter((page) => page.list === list);
    return {
      totals,
      dead_clicks_by_page: of('dead').map((page) => ({
        doc_path: page.path,
        dead_clicks: page.deadClicks,
        affected_sessions: page.deadSessions,
      })),
      rage_clicks_by_page: of('rage').map((page) => ({
        doc_path: page.path,
        rage_clicks: page.rageClicks,
        affected_sessions: page.rageSessions,
      })),
      low_scroll_pages: of('scroll').map((page) => ({
        doc_path: page.path,
        avg_scroll_depth: ratio(page.depth, 100),
        samples: page.samples,
      })),
    };
  },
});

async function readTotals({ warehouse, workspaceId }: QueryContext, range: Range) {
  const params = bindRange(workspaceId, range);
  const [row] = await readRows(warehouse, totalsRow, { sql: totalsSql, params });
  const sessionCount = row?.totalSessions ?? 0;
  return {
    dead_clicks: row?.deadClicks ?? 0,
    rage_clicks: row?.rageClicks ?? 0,
    dead_click_rate: percentage(row?.deadSessions ?? 0, sessionCount),
    rage_click_rate: percentage(row?.rageSessions ?? 0, sessionCount),
    total_sessions: sessionCount,
  };
}

async function readPages({ warehouse, workspaceId }: QueryContext, range: Range): Promise<PageRow[]> {
  return readRows(warehouse, pageRow, { sql: pagesSql, params: bindRange(workspaceId, range) });
}

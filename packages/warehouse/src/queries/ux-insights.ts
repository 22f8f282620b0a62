/** UX insights: dead clicks, rage clicks and how far pages are read. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { inRange, isDeadClick, isRageClick, isScrolled } from '../sql/events.ts';
import { daysParam } from '../sql/parameters.ts';
import { readPlanned } from '../sql/question.ts';
import { dayMs, lookbackDaysDefault, rangeBefore } from '../sql/range.ts';
import { integer } from '../sql/read-rows.ts';
import { atEdges, inHours, inWholeDays, occurrences } from '../sql/rollups.ts';
import { percentage, ratio } from '../sql/rounding.ts';
import { sessions } from '../sql/sessions.ts';
import { count, percent } from './result-fields.ts';

const entriesMax = 20;
/** Paths with fewer are not among those scrolled least. */
const samplesMin = 5;

const totalsRow = z.object({
  deadClicks: integer,
  rageClicks: integer,
  totalSessions: integer,
  deadSessions: integer,
  rageSessions: integer,
});

const totals = {
  row: totalsRow,
  events: `
    SELECT deadClicks, rageClicks, totalSessions, deadSessions, rageSessions
    FROM (
      SELECT countIf(${isDeadClick}) AS deadClicks, countIf(${isRageClick}) AS rageClicks
      FROM events
      WHERE ${inRange} AND type IN ('$dead_click', '$rage_click')
    ) AS clicks
    CROSS JOIN (
      SELECT count() AS totalSessions, countIf(dead_clicks > 0) AS deadSessions, countIf(rage_clicks > 0) AS rageSessions
      FROM (${sessions([`countIf(${isDeadClick}) AS dead_clicks`, `countIf(${isRageClick}) AS rage_clicks`])})
    ) AS started`,
  rollups: `
    SELECT sum(deadClicks) AS deadClicks, sum(rageClicks) AS rageClicks, sum(sessions) AS totalSessions,
      sum(dead_sessions) AS deadSessions, sum(rage_sessions) AS rageSessions
    FROM (
      SELECT 0 AS deadClicks, 0 AS rageClicks, sessions, dead_sessions, rage_sessions
      FROM traffic_by_hour
      WHERE ${inHours}
      UNION ALL
      SELECT if(dimension = 'dead', n, 0), if(dimension = 'rage', n, 0), 0, 0, 0
      FROM counts_by_hour
      WHERE ${inHours} AND dimension IN ('dead', 'rage')
    )`,
};

const pageRow = z.object({
  list: z.enum(['dead', 'rage', 'scroll']),
  path: z.string(),
  clicks: integer,
  sessions: integer,
  depth: integer,
  samples: integer,
});

type PageRow = z.output<typeof pageRow>;

/**
 * The entries of each list from rows of `list, path, clicks, sessions, depthSum, samples`. The mean depth is in hundredths
 * of a percent and rounded as the answer shows it, so that equal figures go by path.
 */
const listed = (rows: string) => `
  SELECT list, path, clicks, sessions, samples,
    least(10000, if(samples = 0, 0, intDiv(2 * depthSum + samples, 2 * samples))) AS depth
  FROM (${rows})
  WHERE if(list = 'scroll', samples >= ${samplesMin}, clicks > 0)
  ORDER BY list, clicks DESC, depth, path
  LIMIT ${entriesMax} BY list`;

const pages = {
  row: pageRow,
  events: listed(`
    SELECT entry.1 AS list, path, entry.2 AS clicks, entry.3 AS sessions, entry.4 AS depthSum, entry.5 AS samples
    FROM (
      SELECT path, arrayJoin([
        ('dead', countIf(${isDeadClick}), uniqExactIf(session_id, ${isDeadClick}), 0, 0),
        ('rage', countIf(${isRageClick}), uniqExactIf(session_id, ${isRageClick}), 0, 0),
        ('scroll', 0, 0, sumIf(scroll_depth, ${isScrolled}), countIf(${isScrolled} AND NOT continued))]) AS entry
      FROM events
      WHERE ${inRange} AND type IN ('$dead_click', '$rage_click', '$pageleave')
      GROUP BY path
    )`),
  rollups: listed(`
    SELECT dimension AS list, value AS path, occurrences AS clicks, subjects AS sessions, 0 AS depthSum, 0 AS samples
    FROM (${occurrences('dead', 'rage')})
    UNION ALL
    SELECT 'scroll', path, 0, 0, sum(scroll_depth), sum(scroll_views)
    FROM (
      SELECT path, scroll_depth, scroll_views FROM pages_by_hour WHERE ${atEdges}
      UNION ALL SELECT path, scroll_depth, scroll_views FROM pages_by_day WHERE ${inWholeDays}
    )
    GROUP BY path`),
};

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
    const plan = await context.plan(range);
    const [[figures], entries] = await Promise.all([
      readPlanned(context, plan, totals),
      readPlanned(context, plan, pages),
    ]);
    const of = (list: PageRow['list']) => entries.filter((entry) => entry.list === list);
    return {
      totals: toTotals(figures),
      dead_clicks_by_page: of('dead').map((entry) => ({
        doc_path: entry.path,
        dead_clicks: entry.clicks,
        affected_sessions: entry.sessions,
      })),
      rage_clicks_by_page: of('rage').map((entry) => ({
        doc_path: entry.path,
        rage_clicks: entry.clicks,
        affected_sessions: entry.sessions,
      })),
      low_scroll_pages: of('scroll').map((entry) => ({
        doc_path: entry.path,
        avg_scroll_depth: ratio(entry.depth, 100),
        samples: entry.samples,
      })),
    };
  },
});

function toTotals(figures: z.output<typeof totalsRow> = noFigures) {
  return {
    dead_clicks: figures.deadClicks,
    rage_clicks: figures.rageClicks,
    dead_click_rate: percentage(figures.deadSessions, figures.totalSessions),
    rage_click_rate: percentage(figures.rageSessions, figures.totalSessions),
    total_sessions: figures.totalSessions,
  };
}

const noFigures = { deadClicks: 0, rageClicks: 0, totalSessions: 0, deadSessions: 0, rageSessions: 0 };

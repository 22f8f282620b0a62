/** UX insights: dead clicks, rage clicks and how far pages are read. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { inRange, isDeadClick, isRageClick, isScrolled } from '../sql/events.ts';
import { daysParam } from '../sql/parameters.ts';
import { readPlanned } from '../sql/question.ts';
import { dayMs, lookbackDaysDefault, rangeBefore } from '../sql/range.ts';
import { integer } from '../sql/read-rows.ts';
import { inHours, occurrences } from '../sql/rollups.ts';
import { percentage, ratio } from '../sql/rounding.ts';
import { sessions } from '../sql/sessions.ts';
import { count, percent } from './result-fields.ts';

const entriesMax = 20;
/** Paths with fewer are not among those scrolled least. */
const samplesMin = 5;

const startedRow = z.object({ sessions: integer, dead: integer, rage: integer });

/** Sessions that start in the range, and how many of them have a click that went wrong. */
const started = {
  row: startedRow,
  events: `
    SELECT count() AS sessions, countIf(dead_clicks > 0) AS dead, countIf(rage_clicks > 0) AS rage
    FROM (${sessions([`countIf(${isDeadClick}) AS dead_clicks`, `countIf(${isRageClick}) AS rage_clicks`])})`,
  rollups: `
    SELECT sum(sessions) AS sessions, sum(dead_sessions) AS dead, sum(rage_sessions) AS rage
    FROM traffic_by_hour
    WHERE ${inHours}`,
};

const pageRow = z.object({
  list: z.enum(['dead', 'rage', 'scroll']),
  path: z.string(),
  clicks: integer,
  /** On all paths, shown or not. */
  allClicks: integer,
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
  SELECT list, path, clicks, sum(clicks) OVER (PARTITION BY list) AS allClicks, sessions, samples,
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
    SELECT dimension AS list, value AS path, if(list = 'scroll', 0, occurrences) AS clicks, if(list = 'scroll', 0, subjects) AS sessions,
      if(list = 'scroll', occurrences, 0) AS depthSum, if(list = 'scroll', subjects, 0) AS samples
    FROM (${occurrences('dead', 'rage', 'scroll')})`),
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
    const [[all = noSessions], entries] = await Promise.all([
      readPlanned(context, plan, started),
      readPlanned(context, plan, pages),
    ]);
    const of = (list: PageRow['list']) => entries.filter((entry) => entry.list === list);
    return {
      totals: {
        dead_clicks: of('dead')[0]?.allClicks ?? 0,
        rage_clicks: of('rage')[0]?.allClicks ?? 0,
        dead_click_rate: percentage(all.dead, all.sessions),
        rage_click_rate: percentage(all.rage, all.sessions),
        total_sessions: all.sessions,
      },
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

const noSessions = { sessions: 0, dead: 0, rage: 0 };

/** UX insights: dead clicks, rage clicks and scroll depths. */
import { dayMs } from '@footfall/schemas';
import { z } from 'zod';
import { metrics } from '../metrics.ts';
import { daysParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { percentage } from '../rounding.ts';
import { rangeUpTo } from '../time/range.ts';
import { count, fields, percent } from './result-fields.ts';

const entriesMax = 20;

const dead_clicks = count.describe('Clicks after which nothing happened.');
const rage_clicks = count.describe('Bursts of fast clicks on one spot.');
const affected_sessions = count.describe('Sessions with at least one such click.');

export const uxInsights = defineQuery({
  name: 'ux-insights',
  summary: 'Dead clicks, rage clicks and the pages that are scrolled least, in a range or over the last days.',
  params: z.object({ days: daysParam, ...commonParams }),
  result: z.strictObject({
    totals: z
      .strictObject({
        dead_clicks,
        rage_clicks,
        dead_click_rate: percent.describe('Share of sessions with a dead click, in percent.'),
        rage_click_rate: percent.describe('Share of sessions with a rage click, in percent.'),
        total_sessions: fields.sessions,
      })
      .meta({ id: 'UxTotals', description: 'Figures of the whole workspace.' }),
    dead_clicks_by_page: z
      .array(z.strictObject({ doc_path: fields.path, dead_clicks, affected_sessions }).meta({ id: 'DeadClicksEntry' }))
      .max(entriesMax)
      .describe('Pages, most dead clicks first.'),
    rage_clicks_by_page: z
      .array(z.strictObject({ doc_path: fields.path, rage_clicks, affected_sessions }).meta({ id: 'RageClicksEntry' }))
      .max(entriesMax)
      .describe('Pages, most rage clicks first.'),
    low_scroll_pages: z
      .array(
        z
          .strictObject({
            doc_path: fields.path,
            avg_scroll_depth: fields.avgScroll,
            samples: count.describe('Pageviews with a known scroll depth.'),
          })
          .meta({ id: 'LowScrollEntry' }),
      )
      .max(entriesMax)
      .describe('Pages, lowest scroll depth first.'),
  }),
  cacheTtlSeconds: 600,
  resolve({ days, filter, ...params }, request) {
    if (days === undefined) return resolveParams({ ...params, filter }, request);
    return { ...resolveParams({ filter }, request), range: rangeUpTo(request.nowMs, days * dayMs) };
  },
  async run(_resolved, { scope, figures }) {
    const [sums, dead, rage, scroll] = await Promise.all([
      figures.sessionSums(scope, ['session', 'dead_session', 'rage_session']),
      figures.list(scope, 'dead', entriesMax),
      figures.list(scope, 'rage', entriesMax),
      figures.list(scope, 'scroll', entriesMax),
    ]);
    const total = sums('session');
    return {
      totals: {
        dead_clicks: dead[0]?.total ?? 0,
        rage_clicks: rage[0]?.total ?? 0,
        dead_click_rate: percentage(sums('dead_session'), total),
        rage_click_rate: percentage(sums('rage_session'), total),
        total_sessions: total,
      },
      dead_clicks_by_page: dead.map((entry) => ({
        doc_path: entry.value,
        dead_clicks: entry.count,
        affected_sessions: entry.uniques,
      })),
      rage_clicks_by_page: rage.map((entry) => ({
        doc_path: entry.value,
        rage_clicks: entry.count,
        affected_sessions: entry.uniques,
      })),
      low_scroll_pages: scroll.map((entry) => ({
        doc_path: entry.value,
        avg_scroll_depth: metrics.avgScroll.value({ scroll: entry.count, scrolled: entry.uniques }),
        samples: entry.uniques,
      })),
    };
  },
});

/** Overview: the headline figures of a range, compared with those of the range before it. */
import { z } from 'zod';
import { metrics } from '../metrics.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { percentageChange } from '../rounding.ts';
import { previousRange } from '../time/range.ts';
import type { Traffic } from '../traffic.ts';
import { pageEntry, readPages } from './pages.ts';
import { decimal, fields, period } from './result-fields.ts';

const topPagesMax = 10;

const compared = z
  .strictObject({
    current: decimal.describe('Value in the range.'),
    previous: decimal.describe('Value in the preceding range of equal length.'),
    change: decimal.describe('Change from previous to current, in percent; 100 if previous is 0 and current is not.'),
  })
  .meta({ id: 'Compared' });

interface Headline {
  pageviews: number;
  uniqueVisitors: number;
  sessions: number;
  avgDuration: number;
  bounceRate: number;
}

export const overview = defineQuery({
  name: 'overview',
  summary: 'Pageviews, visitors, sessions, their length and bounce rate, compared with the previous range.',
  params: z.object(commonParams),
  result: z.strictObject({
    pageviews: fields.pageviews,
    uniqueVisitors: fields.visitors,
    sessions: fields.sessions,
    avgDuration: fields.avgDuration,
    bounceRate: fields.bounceRate,
    topPages: z.array(pageEntry).max(topPagesMax).describe('The pages with the most pageviews.'),
    comparison: z
      .strictObject({
        pageviews: compared,
        uniqueVisitors: compared,
        sessions: compared,
        avgDuration: compared,
        bounceRate: compared,
      })
      .meta({ id: 'Comparison', description: 'Each figure compared with the previous range.' }),
    period,
  }),
  cacheTtlSeconds: 300,
  resolve: resolveParams,
  comparedRange: (_resolved, range) => previousRange(range),
  async run(_resolved, { scope, compared: earlier, period: used, figures }) {
    if (!earlier) throw new Error('The overview is always compared');
    const [now, before, topPages] = await Promise.all([
      figures.traffic(scope),
      figures.traffic(earlier),
      readPages(figures, scope, topPagesMax),
    ]);
    const current = toHeadline(now);
    const previous = toHeadline(before);
    return { ...current, topPages, comparison: compare(current, previous), period: used };
  },
});

function toHeadline(traffic: Traffic): Headline {
  return {
    pageviews: traffic.pageviews,
    uniqueVisitors: traffic.visitors,
    sessions: traffic.sessions,
    avgDuration: metrics.avgDuration.value(traffic),
    bounceRate: metrics.bounceRate.value(traffic),
  };
}

function compare(current: Headline, previous: Headline) {
  const entry = (metric: keyof Headline) => ({
    current: current[metric],
    previous: previous[metric],
    change: percentageChange(current[metric], previous[metric]),
  });
  return {
    pageviews: entry('pageviews'),
    uniqueVisitors: entry('uniqueVisitors'),
    sessions: entry('sessions'),
    avgDuration: entry('avgDuration'),
    bounceRate: entry('bounceRate'),
  };
}

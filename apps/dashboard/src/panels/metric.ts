/** The metrics of the tiles and the chart: how their figures are shown. */
import { durationTicksTo, ticksTo } from '../charts/scale.ts';
import type { Metric } from '../state/view.ts';
import { formatCount, formatDuration, formatPercent, formatRatio } from '../words/format.ts';

const formats: Readonly<Record<Metric, (value: number) => string>> = {
  visitors: formatCount,
  sessions: formatCount,
  pageviews: formatCount,
  viewsPerSession: formatRatio,
  bounceRate: formatPercent,
  avgDuration: formatDuration,
};

export function formatMetric(metric: Metric, value: number): string {
  return formats[metric](value);
}

export function ticksOf(metric: Metric, max: number): number[] {
  if (metric === 'avgDuration') return durationTicksTo(max);
  return ticksTo(max, metric !== 'viewsPerSession');
}

/** The metrics of the tiles and the chart: how their figures are shown, and what is over nothing. */
import { durationTicksTo, ticksTo } from '../charts/scale.ts';
import type { Metric } from '../state/view.ts';
import { formatCount, formatDuration, formatFull, formatPercent, formatRatio, nothing } from '../words/format.ts';

const formats: Readonly<Record<Metric, (value: number) => string>> = {
  visitors: formatCount,
  sessions: formatCount,
  pageviews: formatCount,
  viewsPerSession: formatRatio,
  bounceRate: formatPercent,
  avgDuration: formatDuration,
};

/** Means and rates over sessions: without sessions there is none. */
const overSessions: ReadonlySet<Metric> = new Set(['viewsPerSession', 'bounceRate', 'avgDuration']);
/** Neither more nor less of these is good in itself. */
const neutral: ReadonlySet<Metric> = new Set(['bounceRate', 'avgDuration', 'viewsPerSession']);
/** Metrics whose buckets have a figure of their own. */
export const isCount = (metric: Metric) => !overSessions.has(metric);
export const isNeutral = (metric: Metric) => neutral.has(metric);

export function formatMetric(metric: Metric, value: number, sessions = 1): string {
  return sessions === 0 && overSessions.has(metric) ? nothing : formats[metric](value);
}

/** With all digits. */
export function fullMetric(metric: Metric, value: number): string {
  return isCount(metric) ? formatFull(value) : formats[metric](value);
}

export function ticksOf(metric: Metric, max: number): number[] {
  if (metric === 'avgDuration') return durationTicksTo(max);
  return ticksTo(max, metric !== 'viewsPerSession');
}

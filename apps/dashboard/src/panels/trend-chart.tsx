/** The chosen metric over time, beside the range before. */
import { useState } from 'preact/hooks';
import { LineChart, type Point } from '../charts/line-chart.tsx';
import type { Access } from '../data/api.ts';
import { analyticsQuestion } from '../data/question.ts';
import { useAnswer } from '../data/use-answer.ts';
import type { Granularity } from '../state/granularity.ts';
import { boundsOf, daysOf, earlierDays } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatBucket, formatDays, formatTick } from '../words/format.ts';
import { words } from '../words/words.ts';
import { formatMetric, ticksOf } from './metric.ts';

interface TrendChartProps {
  view: View;
  access: Access;
  nowMs: number;
  granularity: Granularity;
}

export function TrendChart({ view, access, nowMs, granularity }: TrendChartProps) {
  const [selected, select] = useState<number | undefined>();
  const days = daysOf(view.range, nowMs);
  const ask = granularity === 'month' ? 'week' : granularity;
  const current = useAnswer(analyticsQuestion(access, 'visitors', { ...boundsOf(days), granularity: ask }));
  const earlier = earlierDays(days, view.comparison === 'year' ? 'year' : 'previous');
  const before = useAnswer(analyticsQuestion(access, 'visitors', { ...boundsOf(earlier), granularity: ask }));
  const metric = view.metric === 'sessions' ? 'sessions' : 'visitors';
  const previous = view.comparison === 'none' ? [] : (before.last?.answer.data ?? []);
  const points: Point[] = (current.last?.answer.data ?? []).map((bucket, index) => ({
    label: formatBucket(bucket.date, granularity),
    tick: formatTick(bucket.date, granularity),
    value: bucket[metric],
    previous: previous[index]?.[metric],
    state: Date.parse(bucket.date) > nowMs ? 'ahead' : 'over',
  }));
  const max = Math.max(...points.map(({ value, previous: earlierValue = 0 }) => Math.max(value, earlierValue)), 0);
  const point = selected === undefined ? undefined : points[selected];
  const daysText = formatDays(days.first, days.last);
  return (
    <figure class="trend">
      <p class="read-out" aria-live="polite">
        {point && `${point.label}: ${formatMetric(metric, point.value)} ${words.metrics[metric]}`}
      </p>
      <LineChart
        points={points}
        ticks={ticksOf(metric, max)}
        formatTick={(value) => formatMetric(metric, value)}
        summary={words.summary.total(words.metrics[metric], daysText)}
        selected={selected}
        onSelect={select}
      />
    </figure>
  );
}

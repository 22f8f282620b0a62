/** A metric over time, and the same of the range that it is compared with. */
import type { Answer } from '@footfall/client';
import type { Access } from '../data/api.ts';
import { type Known, mapKnown } from '../data/answers.ts';
import { analyticsQuestion } from '../data/question.ts';
import { useAnswer } from '../data/use-answer.ts';
import { type Days, dayMs } from '../state/days.ts';
import { type Granularity, granularityFor } from '../state/granularity.ts';
import { boundsOf, daysOf, earlierDays } from '../state/range.ts';
import type { Metric, View } from '../state/view.ts';

export interface Bucket {
  /** As the API names it. */
  date: string;
  value: number;
  /** Of the range before; absent if there is none, or no such bucket in it. */
  previous: { date: string; value: number } | undefined;
  /** The bucket is over, or holds the present moment, or has not begun. */
  state: 'over' | 'running' | 'ahead';
}

interface Trend {
  known: Known<readonly Bucket[]>;
  granularity: Granularity;
  metric: Metric;
  /** The path of the question. */
  path: string;
}

const widthMs: Readonly<Record<Granularity, number>> = {
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 31 * dayMs,
};

export function useTrend(view: View, access: Access, nowMs: number): Trend {
  const days = daysOf(view.range, nowMs);
  const granularity = granularityFor(days, view.granularity);
  const earlier = view.comparison === 'none' ? days : earlierDays(days, view.comparison);
  const question = questionOf(access, days, granularity);
  const current = useAnswer(question);
  const before = useAnswer(questionOf(access, earlier, granularity)).last?.answer.data;
  const metric = view.metric === 'sessions' ? 'sessions' : 'visitors';
  // A line along the axis would say nothing about a site that was not measured then.
  const isMeasured = view.comparison !== 'none' && before?.some((bucket) => bucket[metric] > 0) === true;
  const toBuckets = ({ data }: Answer<'visitors'>): Bucket[] =>
    data.map((bucket, index) => {
      const same = isMeasured ? before[index] : undefined;
      return {
        date: bucket.date,
        value: bucket[metric],
        previous: same && { date: same.date, value: same[metric] },
        state: stateOf(bucket.date, granularity, nowMs),
      };
    });
  return { known: mapKnown(current, toBuckets), granularity, metric, path: question.path };
}

function questionOf(access: Access, days: Days, granularity: Granularity) {
  const by = granularity === 'month' ? 'week' : granularity;
  return analyticsQuestion(access, 'visitors', { ...boundsOf(days), granularity: by });
}

function stateOf(date: string, granularity: Granularity, nowMs: number): Bucket['state'] {
  const startMs = Date.parse(date);
  if (startMs > nowMs) return 'ahead';
  return startMs + widthMs[granularity] > nowMs ? 'running' : 'over';
}

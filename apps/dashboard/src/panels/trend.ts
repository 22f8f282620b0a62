/** A metric over time, in the range and in the comparison. */
import type { QueryResult } from '@footfall/client';
import type { Annotation } from '@footfall/schemas';
import { type Known, mapKnown } from '../resources/cache.ts';
import type { Access } from '../resources/api.ts';
import { adminResource, type AnalyticsResource, analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { addDays, addMonths, dayMs } from '../state/days.ts';
import { type Granularity, granularityFor } from '../state/granularity.ts';
import { boundsOf, daysOf, earlierDays } from '../state/range.ts';
import type { Metric, View } from '../state/view.ts';
import { formatBucket, formatDays, formatTick, localTime } from '../words/format.ts';
import { words } from '../words/words.ts';
import { kindOf } from './figure.ts';
import type { BothTotals } from './totals.ts';

export interface Bucket {
  /** The name of the bucket in the API. */
  date: string;
  /** The position in the range: of an hour the one that clocks show, because days on which they change have more or fewer hours. */
  place: number;
  /** The name in words. If only a part of the bucket is in the range, it says so. */
  name: string;
  /** The value; undefined for a mean without values. */
  value: number | undefined;
  /** The bucket of the earlier range; undefined if there is none. */
  previous: { name: string; value: number | undefined } | undefined;
  /** `part` is a past bucket that is only partly in the range, `running` the current one, `ahead` a future one. */
  state: 'over' | 'part' | 'running' | 'ahead';
  /** The notes on its days; empty if there are none. */
  note: string;
  /** True if the note is marked here: all hours have the note of their day, but only the first has the mark. */
  isMarked: boolean;
}

type Dated = Pick<Bucket, 'date'>;
type Figures = { [metric in Metric]?: number | undefined };

interface Trend {
  known: Known<readonly Bucket[]>;
  granularity: Granularity;
  /** The series as the API returns it. */
  resource: AnalyticsResource<QueryResult<'series'>>;
}

const hourMs = dayMs / 24;

export function useTrend(
  { range, granularity: chosen, comparison, metric }: View,
  access: Access,
  localMs: number,
  { before }: BothTotals,
): Trend {
  const days = daysOf(range, localMs);
  const granularity = granularityFor(days, chosen);
  const isHour = granularity === 'hour';
  const isMean = kindOf(metric) !== 'count';
  const counted = isMean ? 'sessions' : metric;
  const params = {
    // Without sessions there is no mean, which the API returns as 0.
    metrics: isMean ? [metric, 'sessions' as const] : [metric],
    granularity,
    ...boundsOf(days),
    compare: comparison,
  };
  const resource = analyticsResource(access, 'series', params);
  const series = useResource(resource);
  // Requested after the figures, and not for visitors of a share.
  const noted =
    series.last && 'workspaceId' in access
      ? adminResource<readonly Annotation[]>(`/workspaces/${access.workspaceId}/annotations`)
      : undefined;
  const notes = useResource(noted).last?.result.filter(({ date }) => date >= days.first) ?? [];
  const isOfDays = granularity === 'week' || granularity === 'month';
  const nameBefore = ({ date }: Dated, last: Dated | undefined, next: Dated | undefined) =>
    isOfDays && comparison
      ? // Earlier buckets are as long as their counterparts, but may begin on any day of a week or month.
        formatDays(date, next ? addDays(next.date, -1) : earlierDays(days, comparison).last)
      : formatBucket(date, granularity, last?.date, next?.date);
  const valueOf = (figures: Figures) => (isMean && !figures.sessions ? undefined : figures[metric]);
  const toBuckets = ({ data }: QueryResult<'series'>): Bucket[] => {
    const measuredFrom = before?.last?.result.visitors === 0 ? undefined : firstDayOf(data, counted);
    const dayAt = (index: number) => data[index]?.date.slice(0, 10);
    const end = addDays(days.last, 1);
    return data.map(({ date, previous, ...figures }, index) => {
      const day = dayAt(index) ?? '';
      const note = notes
        .filter((one) => one.date === day || (one.date > day && one.date < (dayAt(index + 1) ?? end)))
        .map(({ text }) => text)
        .join(' · ');
      const [last, next] = [data[index - 1], data[index + 1]];
      // Hours have an offset; all other buckets are named by local dates.
      const state = isHour
        ? stateOf(date, Date.parse(date) + hourMs, Date.now())
        : stateOf(date, Date.parse(next?.date ?? end), localMs);
      const isBegun = date < days.first;
      const isCut = isOfDays && state === 'over' && endOf(date, granularity) > end;
      const bucket = formatBucket(date, granularity, last?.date, next?.date);
      const name = isBegun ? words.chart.from(bucket, formatTick(days.first, 'day')) : bucket;
      return {
        date,
        place: isHour ? (Date.parse(localTime(date)) - Date.parse(days.first)) / hourMs : index,
        name: isCut ? words.chart.until(name, formatTick(days.last, 'day')) : name,
        value: valueOf(figures),
        previous:
          previous && measuredFrom !== undefined && previous.date >= measuredFrom
            ? {
                name: nameBefore(previous, last?.previous, next?.previous),
                value: valueOf(previous),
              }
            : undefined,
        state: isCut || (isBegun && state === 'over') ? 'part' : state,
        note,
        isMarked: note !== '' && day !== dayAt(index - 1),
      };
    });
  };
  return { known: mapKnown(series, toBuckets), granularity, resource };
}

/** Returns the first day with figures in the earlier range: before that day, the site may not have been measured. */
function firstDayOf(data: QueryResult<'series'>['data'], counted: Metric): string | undefined {
  return data.find(({ previous }) => previous?.[counted])?.previous?.date.slice(0, 10);
}

/** Returns the day after a week or a month. */
function endOf(date: string, granularity: Granularity): string {
  return granularity === 'week' ? addDays(date, 7) : addMonths(date, 1);
}

function stateOf(date: string, endMs: number, nowMs: number): Exclude<Bucket['state'], 'part'> {
  if (Date.parse(date) > nowMs) return 'ahead';
  return endMs > nowMs ? 'running' : 'over';
}

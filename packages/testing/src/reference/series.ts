/** The endpoint series: any metrics in every bucket of a range, and of the range to compare with. */
import type { Granularity } from './calendar.ts';
import type { Happened } from './facts.ts';
import { beginnings, conversionsIn, countsOf, type Figures, shownFigures, whole } from './figures.ts';
import type { Goal } from './goal.ts';
import { distinct } from './group.ts';
import { type Bucket, buckets } from './in-buckets.ts';
import { movedBuckets } from './moved-buckets.ts';
import type { Comparison, Range } from './range.ts';

export const seriesMetrics = [
  'visitors',
  'sessions',
  'pageviews',
  'events',
  'viewsPerSession',
  'bounceRate',
  'avgDuration',
] as const;

/** Returns the metrics of a series that names none. */
export function seriesDefaults(hasGoal: boolean): string[] {
  return ['visitors', 'sessions', 'pageviews', ...(hasGoal ? ['conversions', 'conversionRate'] : [])];
}

interface SeriesRequest {
  zone: string;
  granularity: Granularity;
  comparison: Comparison | undefined;
  metrics: readonly string[];
  goal: Goal | undefined;
}

export function series(happened: Happened, range: Range, earlier: Range | undefined, requested: SeriesRequest) {
  const now = entriesOf(happened, buckets(happened, range, requested.granularity, requested.zone), requested);
  const { granularity, zone, comparison = 'previous' } = requested;
  const before = earlier ? movedBuckets(happened, range, earlier, { granularity, zone, comparison }) : [];
  const previous = before.map((bucket) => (bucket ? entriesOf(happened, [bucket], requested)[0] : undefined));
  const data = now.map((entry, index) => {
    const same = previous[index];
    return same ? { ...entry, previous: same } : entry;
  });
  return { granularity: requested.granularity, data };
}

type Entry = { date: string } & Record<string, number | string>;

function entriesOf(happened: Happened, all: readonly Bucket[], { metrics, goal }: SeriesRequest): Entry[] {
  const sessionsById = new Map(happened.sessions.map((session) => [session.id, session]));
  return all.map(({ date, facts, sessions }) => {
    const visitors = distinct(facts, (fact) => fact.visitor);
    const counts = countsOf(facts);
    const visited = [...new Set(facts.map((fact) => fact.session))].flatMap((id) => sessionsById.get(id) ?? []);
    const figures: Figures = {
      visitors: whole(visitors),
      sessions: whole(sessions.length),
      ...counts,
      viewsPerSession: { top: counts.pageviews.top, bottom: sessions.length },
      ...beginnings(sessions),
      ...conversionsIn(visited, visitors, goal),
    };
    return { date, ...shownFigures(figures, metrics) };
  });
}

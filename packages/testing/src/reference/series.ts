/** The endpoint series: any metrics in every bucket of a range, and of the range to compare with. */
import type { Granularity } from './calendar.ts';
import type { Happened } from './facts.ts';
import { beginnings, conversionsIn, countsOf, type Figures, shownFigures, whole } from './figures.ts';
import type { Goal } from './goal.ts';
import { distinct } from './group.ts';
import { type Bucket, buckets } from './in-buckets.ts';
import { movedBuckets } from './moved-buckets.ts';
import { type Comparison, type Range, wholeDays, yearBefore } from './range.ts';

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

export interface SeriesQuestion {
  zone: string;
  granularity: Granularity;
  comparison: Comparison | undefined;
  metrics: readonly string[];
  goal: Goal | undefined;
}

export function series(happened: Happened, range: Range, earlier: Range | undefined, asked: SeriesQuestion) {
  const now = entriesOf(happened, buckets(happened, range, asked.granularity, asked.zone), asked);
  const previous = earlier ? counterparts(happened, now, { range, earlier }, asked) : [];
  const data = now.map((entry, index) => {
    const same = previous[index];
    return same ? { ...entry, previous: same } : entry;
  });
  return { granularity: asked.granularity, data };
}

/** Returns the entry that each of `now` is compared with: the same part of the range, or of the hours and days of whole days the same position, and a year earlier the same date. */
function counterparts(
  happened: Happened,
  now: readonly Entry[],
  { range, earlier }: { range: Range; earlier: Range },
  asked: SeriesQuestion,
): (Entry | undefined)[] {
  const { granularity, zone, comparison = 'previous' } = asked;
  const isOfLength = comparison === 'previous' && wholeDays(range, zone) === undefined;
  if (isOfLength || granularity === 'week' || granularity === 'month') {
    return movedBuckets(happened, range, earlier, { granularity, zone, comparison }).map((bucket) =>
      bucket ? entriesOf(happened, [bucket], asked)[0] : undefined,
    );
  }
  const previous = entriesOf(happened, buckets(happened, earlier, granularity, zone), asked);
  return comparison === 'year' ? now.map((_, index) => sameDateEarlier(now, index, previous)) : previous;
}

/** Returns the entry whose local time is a year before that of the entry at `index`; of several with one local time the one of the same rank. */
function sameDateEarlier(all: readonly Entry[], index: number, previous: readonly Entry[]) {
  const clock = ({ date }: Entry) => date.replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  const wanted = all.slice(0, index + 1).map(clock);
  const rank = wanted.filter((one) => one === wanted.at(-1)).length;
  return previous.filter((one) => clock(one) === yearBefore(wanted.at(-1) ?? ''))[rank - 1];
}

type Entry = { date: string } & Record<string, number | string>;

function entriesOf(happened: Happened, all: readonly Bucket[], { metrics, goal }: SeriesQuestion): Entry[] {
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

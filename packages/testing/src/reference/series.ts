/** The endpoint series: any metrics in every bucket of a range, and of the range to compare with. */
import type { Granularity } from './calendar.ts';
import type { Happened } from './facts.ts';
import { beginnings, conversionsIn, countsOf, type Figures, shownFigures, whole } from './figures.ts';
import type { Goal } from './goal.ts';
import { distinct } from './group.ts';
import { buckets } from './in-buckets.ts';
import type { Range } from './range.ts';

export const seriesMetrics = [
  'visitors',
  'sessions',
  'pageviews',
  'events',
  'viewsPerSession',
  'bounceRate',
  'avgDuration',
] as const;

export interface SeriesQuestion {
  zone: string;
  granularity: Granularity;
  metrics: readonly string[];
  goal: Goal | undefined;
}

export function series(happened: Happened, range: Range, earlier: Range | undefined, asked: SeriesQuestion) {
  const previous = earlier && entriesOf(happened, earlier, asked);
  const data = entriesOf(happened, range, asked).map((entry, index) => {
    const same = previous?.[index];
    return same ? { ...entry, previous: same } : entry;
  });
  return { granularity: asked.granularity, data };
}

function entriesOf(happened: Happened, range: Range, { granularity, zone, metrics, goal }: SeriesQuestion) {
  const sessionsById = new Map(happened.sessions.map((session) => [session.id, session]));
  return buckets(happened, range, granularity, zone).map(({ date, facts, sessions }) => {
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

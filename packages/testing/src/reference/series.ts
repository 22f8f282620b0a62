/** The endpoint series: any metrics in every bucket of a range, and of the range to compare with. */
import type { Granularity } from './calendar.ts';
import type { Happened } from './facts.ts';
import { beginnings, conversionsIn, countsOf, type Figures, shownFigures, whole } from './figures.ts';
import type { Goal } from './goal.ts';
import { distinct } from './group.ts';
import { buckets } from './in-buckets.ts';
import { type Comparison, type Range, yearBefore } from './range.ts';

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
  comparison: Comparison | undefined;
  metrics: readonly string[];
  goal: Goal | undefined;
}

export function series(happened: Happened, range: Range, earlier: Range | undefined, asked: SeriesQuestion) {
  const previous = earlier ? entriesOf(happened, earlier, asked) : [];
  const isByDate = asked.comparison === 'year' && ['day', 'hour'].includes(asked.granularity);
  const data = entriesOf(happened, range, asked).map((entry, index, all) => {
    const same = isByDate ? sameDateEarlier(all, index, previous) : previous[index];
    return same ? { ...entry, previous: same } : entry;
  });
  return { granularity: asked.granularity, data };
}

/** Returns the entry whose local time is a year before that of the entry at `index`; of several with one local time the one of the same rank. */
function sameDateEarlier<Entry extends { date: string }>(all: Entry[], index: number, previous: Entry[]) {
  const clock = ({ date }: Entry) => date.replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  const wanted = all.slice(0, index + 1).map(clock);
  const rank = wanted.filter((one) => one === wanted.at(-1)).length;
  return previous.filter((one) => clock(one) === yearBefore(wanted.at(-1) ?? ''))[rank - 1];
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

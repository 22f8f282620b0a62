/** The rows of a breakdown: every value, or pair of values, with its figures. */
import type { Fact, Happened, Session } from './facts.ts';
import { beginnings, conversionsIn, countsOf, type Figures, timeOf, whole } from './figures.ts';
import type { Goal } from './goal.ts';
import { distinct, groupBy } from './group.ts';
import { holds, type Range } from './range.ts';
import { factValue, kindOf, sessionValue } from './values.ts';

export interface BreakdownRow {
  /** By each of the dimensions. */
  values: readonly string[];
  /** Whether the row is listed where nothing else is asked for: a path needs a pageview, anything else an event. */
  isListed: boolean;
  figures: Figures;
}

const metrics = {
  session: ['visitors', 'sessions', 'pageviews', 'events', 'bounceRate', 'avgDuration', 'viewsPerSession'],
  place: ['visitors', 'sessions', 'pageviews', 'events', 'bounceRate', 'avgDuration', 'avgTime', 'entries', 'exits'],
  happened: ['visitors', 'sessions', 'pageviews', 'events'],
} as const;

/** The metrics that mean something by these dimensions, without those that need a goal. */
export function metricsBy(by: readonly string[]): readonly string[] {
  return metrics[kindOfAll(by)];
}

function kindOfAll(by: readonly string[]): keyof typeof metrics {
  const kinds = by.map(kindOf);
  if (kinds.includes('happened')) return 'happened';
  return kinds.includes('place') ? 'place' : 'session';
}

export function breakdownRows(
  happened: Happened,
  range: Range,
  by: readonly string[],
  goal: Goal | undefined,
): BreakdownRow[] {
  return kindOfAll(by) === 'session'
    ? rowsOfSessions(happened, range, by, goal)
    : rowsOfFacts(happened, range, by, goal);
}

function rowsOfSessions({ sessions }: Happened, range: Range, by: readonly string[], goal: Goal | undefined) {
  const started = sessions.filter((session) => holds(range, session.startMs));
  return grouped(started, (session) => by.map((dimension) => sessionValue(dimension, session))).map(
    ({ values, own }) => {
      const counts = countsOf(own.flatMap((session) => session.counted));
      const visitors = distinct(own, (session) => session.visitor);
      const figures: Figures = {
        visitors: whole(visitors),
        sessions: whole(own.length),
        ...counts,
        ...beginnings(own),
        viewsPerSession: { top: counts.pageviews.top, bottom: own.length },
        ...conversionsIn(own, visitors, goal),
      };
      return { values, isListed: true, figures };
    },
  );
}

function rowsOfFacts(happened: Happened, range: Range, by: readonly string[], goal: Goal | undefined) {
  const sessionsById = new Map(happened.sessions.map((session) => [session.id, session]));
  const sessionOf = (fact: Fact): Session => {
    const session = sessionsById.get(fact.session);
    if (!session) throw new Error('an event without a session counts');
    return session;
  };
  const valuesOf = (fact: Fact) =>
    by.map((dimension) =>
      kindOf(dimension) === 'session' ? sessionValue(dimension, sessionOf(fact)) : factValue(dimension, fact),
    );
  const isHere = (fact: Fact | undefined, values: readonly string[]) =>
    fact !== undefined && valuesOf(fact).every((value, index) => value === values[index]);
  const started = happened.sessions.filter((session) => holds(range, session.startMs));
  const facts = happened.facts.filter((fact) => holds(range, fact.timestampMs));
  return grouped(facts, valuesOf).map(({ values, own }) => {
    const counts = countsOf(own);
    const visited = [...new Set(own.map(sessionOf))];
    const visitors = distinct(own, (fact) => fact.visitor);
    const begun = started.filter((session) => isHere(session.firstView, values));
    const ended = started.filter((session) => isHere(session.lastView, values));
    const figures: Figures = {
      visitors: whole(visitors),
      sessions: whole(visited.length),
      ...counts,
      ...(kindOfAll(by) === 'place'
        ? {
            ...beginnings(begun),
            entries: whole(begun.length),
            exits: whole(ended.length),
            avgTime: timeOf(own),
          }
        : {}),
      ...conversionsIn(visited, visitors, goal),
    };
    return { values, isListed: !by.includes('path') || counts.pageviews.top > 0, figures };
  });
}

/** Grouped by values all of which are set. */
function grouped<Item>(items: readonly Item[], valuesOf: (item: Item) => string[]) {
  const set = items.filter((item) => !valuesOf(item).includes(''));
  return [...groupBy(set, (item) => JSON.stringify(valuesOf(item))).values()].map((own) => ({
    values: valuesOf(own[0]),
    own,
  }));
}

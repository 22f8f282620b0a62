/** The rows of a breakdown: every value, or pair of values, with its figures. */
import { type Fact, factsIn, type Happened, type Session, sessionsIn } from './facts.ts';
import { beginnings, conversionsIn, countsOf, depthOf, type Figures, timeOf, whole } from './figures.ts';
import { type Goal, reaches } from './goal.ts';
import { distinct, groupBy } from './group.ts';
import type { Range } from './range.ts';
import { factValue, kindOf, sessionValue } from './values.ts';

export interface BreakdownRow {
  /** The value of each dimension. */
  values: readonly string[];
  figures: Figures;
}

/** The basis of rows: sessions, pages of events, or kinds of events. */
type RowKind = ReturnType<typeof kindOf>;

export function rowKind(by: readonly string[]): RowKind {
  const kinds = by.map(kindOf);
  if (kinds.includes('happened')) return 'happened';
  return kinds.includes('page') ? 'page' : 'session';
}

const counts = ['visitors', 'sessions', 'pageviews', 'events'] as const;
const ofBeginnings = ['bounceRate', 'avgDuration'] as const;

/** The meaningful metrics, without those that need a goal. */
export const metricsOf: Readonly<Record<RowKind, readonly string[]>> = {
  session: [...counts, 'viewsPerSession', ...ofBeginnings],
  page: [...counts, 'entries', 'exits', ...ofBeginnings, 'avgTime', 'avgScroll'],
  happened: counts,
};

/** The basis of the rows, and the existing goals. */
export interface RowsRequest {
  by: readonly string[];
  /** The goal whose conversions are counted. */
  goal: Goal | undefined;
  goals: readonly Goal[];
}

export function breakdownRows(happened: Happened, range: Range, requested: RowsRequest): BreakdownRow[] {
  return rowKind(requested.by) === 'session'
    ? rowsOfSessions(happened, range, requested)
    : rowsOfFacts(happened, range, requested);
}

function rowsOfSessions(happened: Happened, range: Range, { by, goal }: RowsRequest): BreakdownRow[] {
  return grouped(sessionsIn(happened, range), (session) => [
    by.map((dimension) => sessionValue(dimension, session)),
  ]).map(({ values, own }) => {
    const counted = countsOf(own.flatMap((session) => session.counted));
    const visitors = distinct(own, (session) => session.visitor);
    const figures: Figures = {
      visitors: whole(visitors),
      sessions: whole(own.length),
      ...counted,
      ...beginnings(own),
      viewsPerSession: { top: counted.pageviews.top, bottom: own.length },
      ...conversionsIn(own, visitors, goal),
    };
    return { values, figures };
  });
}

function rowsOfFacts(happened: Happened, range: Range, { by, goal, goals }: RowsRequest): BreakdownRow[] {
  const sessionsById = new Map(happened.sessions.map((session) => [session.id, session]));
  const sessionOf = (fact: Fact): Session => {
    const session = sessionsById.get(fact.session);
    if (!session) throw new Error('an event without a session counts');
    return session;
  };
  const valuesBy = (dimension: string, fact: Fact): string[] => {
    if (dimension === 'goal') return goals.filter((one) => reaches(one, fact)).map(({ goalId }) => goalId);
    return [kindOf(dimension) === 'session' ? sessionValue(dimension, sessionOf(fact)) : factValue(dimension, fact)];
  };
  const rowsOf = (fact: Fact) => everyPair(by.map((dimension) => valuesBy(dimension, fact)));
  const started = sessionsIn(happened, range);
  const facts = factsIn(happened, range);
  return grouped(facts, rowsOf).map(({ values, own }) => {
    const isHere = (fact: Fact | undefined) => fact !== undefined && rowsOf(fact).some((one) => isSame(one, values));
    const counted = countsOf(own);
    const visited = [...new Set(own.map(sessionOf))];
    const visitors = distinct(own, (fact) => fact.visitor);
    const begun = started.filter((session) => isHere(session.firstView));
    const ended = started.filter((session) => isHere(session.lastView));
    const figures: Figures = {
      visitors: whole(visitors),
      sessions: whole(visited.length),
      ...counted,
      ...(rowKind(by) === 'page'
        ? { ...beginnings(begun), entries: whole(begun.length), exits: whole(ended.length) }
        : {}),
      ...(rowKind(by) === 'page' ? { avgTime: timeOf(own), avgScroll: depthOf(own) } : {}),
      ...conversionsIn(visited, visitors, goal),
    };
    return { values, figures };
  });
}

export function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** Returns every combination of one value of each dimension. */
function everyPair(values: readonly (readonly string[])[]): string[][] {
  const [first, ...more] = values;
  return first === undefined ? [[]] : first.flatMap((value) => everyPair(more).map((others) => [value, ...others]));
}

/** Groups items by values, all of which are set; an item can be in several groups. */
function grouped<Item>(items: readonly Item[], rowsOf: (item: Item) => string[][]) {
  const placed = items.flatMap((item) =>
    rowsOf(item)
      .filter((values) => !values.includes(''))
      .map((values) => ({ item, values })),
  );
  return [...groupBy(placed, ({ values }) => JSON.stringify(values)).values()].map((own) => ({
    values: own[0].values,
    own: own.map(({ item }) => item),
  }));
}

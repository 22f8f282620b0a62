/** Filters: the sessions that match, and the events that count. */
import type { Fact, Happened, Session } from './facts.ts';
import { type Goal, reaches } from './goal.ts';
import { groupBy } from './group.ts';
import { factValue, kindOf, sessionValue } from './values.ts';

interface Filter {
  dimension: string;
  operator: string;
  value: string;
}

const pattern = /^(.*?):(is|is_not|contains|contains_not|starts_with):(.*)$/s;

/** Parses `<dimension>:<operator>:<value>`, which is known to be well-formed. */
export function readFilter(text: string): Filter {
  const [, dimension, operator, value] = pattern.exec(text) ?? [];
  if (dimension === undefined || operator === undefined || value === undefined) throw new Error(`no filter: ${text}`);
  return { dimension, operator, value };
}

/** Returns the sessions that match every filter; their events count if filters allow the page on which they happened. */
export function narrowed(happened: Happened, texts: readonly string[], goals: readonly Goal[]): Happened {
  const filters = texts.map(readFilter);
  const of = (kind: string) => filters.filter(({ dimension }) => kindOf(dimension) === kind);
  const counts = (fact: Fact) => fits(of('page'), factTest(fact, goals));
  const sessions = happened.sessions
    .filter((session) => fits(of('session'), sessionTest(session)))
    .filter((session) => session.facts.some(counts))
    .filter((session) => session.facts.some((fact) => fits(of('happened'), factTest(fact, goals))))
    .map((session) => ({ ...session, counted: session.facts.filter(counts) }));
  const ids = new Set(sessions.map(({ id }) => id));
  return { sessions, facts: happened.facts.filter((fact) => ids.has(fact.session) && counts(fact)) };
}

/** Returns true if something passes one filter. */
type Test = (filter: Filter) => boolean;

/** Combines filters: of one dimension any that includes and all that exclude; of several dimensions all. */
export function fits(filters: readonly Filter[], test: Test): boolean {
  return [...groupBy(filters, ({ dimension }) => dimension).values()].every((own) => {
    const wanting = own.filter(({ operator }) => !operator.endsWith('_not'));
    const ruling = own.filter(({ operator }) => operator.endsWith('_not'));
    return (wanting.length === 0 || wanting.some(test)) && ruling.every(test);
  });
}

function sessionTest(session: Session): Test {
  return (filter) => passes(filter, sessionValue(filter.dimension, session));
}

/** Returns a test for filters on pages, and on what happened. */
export function factTest(fact: Fact, goals: readonly Goal[]): Test {
  return (filter) => {
    if (filter.dimension !== 'goal') return passes(filter, factValue(filter.dimension, fact));
    const goal = goals.find(({ goalId }) => goalId === filter.value);
    if (!goal) throw new Error(`no such goal: ${filter.value}`);
    return reaches(goal, fact) === (filter.operator === 'is');
  };
}

function passes({ operator, value }: Filter, actual: string): boolean {
  switch (operator) {
    case 'is':
      return actual === value;
    case 'is_not':
      return actual !== value;
    case 'contains':
      return actual.includes(value);
    case 'contains_not':
      return !actual.includes(value);
    case 'starts_with':
      return actual.startsWith(value);
    default:
      throw new Error(`no operator: ${operator}`);
  }
}

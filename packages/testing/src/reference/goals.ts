/** The endpoint goals: the visitors who reached each goal, the events, and their value. */
import { quotient, sum } from './arithmetic.ts';
import { factsIn, type Happened } from './facts.ts';
import { type Goal, reaches, valueOf } from './goal.ts';
import { distinct, ranked } from './group.ts';
import type { Range } from './range.ts';

export function goals(happened: Happened, range: Range, earlier: Range | undefined, all: readonly Goal[]) {
  const entries = all.map((goal) => ({
    goalId: goal.goalId,
    name: goal.name,
    ...reached(happened, range, goal),
    ...(earlier ? { previous: reached(happened, earlier, goal) } : {}),
  }));
  return {
    data: ranked(
      entries,
      ({ visitors }) => visitors,
      ({ name }) => [name],
    ),
  };
}

function reached(happened: Happened, range: Range, goal: Goal) {
  const facts = factsIn(happened, range);
  const reaching = facts.filter((fact) => reaches(goal, fact));
  const visitors = distinct(reaching, (fact) => fact.visitor);
  return {
    visitors,
    events: reaching.length,
    conversionRate: quotient(
      visitors * 100,
      distinct(facts, (fact) => fact.visitor),
    ),
    value: sum(reaching.map((fact) => valueOf(goal, fact))),
  };
}

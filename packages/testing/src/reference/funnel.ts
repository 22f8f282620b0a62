/** The endpoint funnel: the progress of visitors through steps that must follow each other. */
import { quotient } from './arithmetic.ts';
import { type Fact, factsIn, type Happened, isPageview } from './facts.ts';
import { factTest, fits, readFilter } from './filters.ts';
import { type Goal, reaches } from './goal.ts';
import { distinct, groupBy } from './group.ts';
import type { Range } from './range.ts';

interface FunnelRequest {
  /** Each is the ID of a goal, or a filter. */
  steps: readonly string[];
  /** The longest time between the first and the last step; undefined for one session. */
  withinMs: number | undefined;
}

/** Returns true if an event is a step. */
type Step = (fact: Fact) => boolean;

export function funnel(happened: Happened, range: Range, goals: readonly Goal[], requested: FunnelRequest) {
  const { withinMs, steps: texts } = requested;
  const steps = texts.map((text) => readStep(text, goals));
  const facts = factsIn(happened, range);
  const ways = groupBy(facts, (fact) => (withinMs === undefined ? fact.session : fact.visitor));
  const come = [...ways.values()].map((own) => ({
    visitor: own[0].visitor,
    steps: Math.max(...own.map((_, start) => stepsFrom(own.slice(start), steps, withinMs ?? Infinity))),
  }));
  const visitors = steps.map((_, index) =>
    distinct(
      come.filter((one) => one.steps > index),
      (one) => one.visitor,
    ),
  );
  const data = texts.map((step, index) => {
    const own = visitors[index] ?? 0;
    const before = visitors[index - 1] ?? own;
    return { step, visitors: own, dropOff: before - own, conversionRate: quotient(own * 100, visitors[0] ?? 0) };
  });
  return { data };
}

/** Returns the number of steps reached, if the first of these facts is the first step, and each further step is reached as early as possible. */
function stepsFrom(facts: readonly Fact[], steps: readonly Step[], withinMs: number): number {
  const [first] = facts;
  if (!first || !steps[0]?.(first)) return 0;
  const inTime = facts.filter((fact) => fact.timestampMs - first.timestampMs <= withinMs);
  let taken = 0;
  for (const fact of inTime) if (steps[taken]?.(fact)) taken += 1;
  return taken;
}

function readStep(text: string, goals: readonly Goal[]): Step {
  const goal = goals.find(({ goalId }) => goalId === text);
  if (goal) return (fact) => reaches(goal, fact);
  const filter = readFilter(text);
  const isOfPage = filter.dimension === 'path';
  return (fact) => (!isOfPage || isPageview(fact)) && fits([filter], factTest(fact, goals));
}

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `30m`, `24h` or `7d`. */
export function readWithin(text: string): number {
  const unit = text.slice(-1);
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') throw new Error(`no time: ${text}`);
  return Number(text.slice(0, -1)) * unitsMs[unit];
}

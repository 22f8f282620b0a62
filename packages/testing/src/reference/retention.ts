/** The endpoint retention: visitors by the period in which they were first seen, and how many return later. */
import { bucketName, bucketNames } from './buckets.ts';
import type { Granularity } from './calendar.ts';
import { type Fact, factsIn, type Happened } from './facts.ts';
import { quotient } from './arithmetic.ts';
import { groupBy } from './group.ts';
import type { Range } from './range.ts';

export function retention(happened: Happened, range: Range, granularity: Granularity, zone: string) {
  const facts = factsIn(happened, range);
  const visitors = [...groupBy(facts, (fact) => fact.visitor).values()];
  const names = bucketNames(zone, granularity, range);
  const seen = visitors.map((own) => own.map((fact) => names.indexOf(bucketName(zone, granularity, fact.timestampMs))));
  const data = names.map((date, cohort) => {
    const own = seen.filter(([first]) => first === cohort);
    const returned = names
      .slice(cohort)
      .map((_, later) => own.filter((periods) => periods.includes(cohort + later)).length);
    return { date, visitors: own.length, returned };
  });
  const followed = visitors.filter((own) => !own.every(isDerived)).length;
  return { granularity, data, followed: quotient(followed * 100, visitors.length) };
}

/** A visitor without any ID from a client exists for a day. */
function isDerived({ event }: Fact): boolean {
  return event.visitorId === undefined && event.sessionId === undefined;
}

/** The endpoint properties: what events of a type carry, and the values of one property. */
import type { Happened } from './facts.ts';
import { distinct, groupBy, ranked } from './group.ts';
import { holds, type Range } from './range.ts';
import { propText } from './values.ts';

export function properties(
  happened: Happened,
  range: Range,
  { type, name, limit }: { type: string; name: string | undefined; limit: number },
) {
  const facts = happened.facts.filter((fact) => holds(range, fact.timestampMs) && fact.type === type);
  if (name === undefined) {
    const names = facts.flatMap((fact) =>
      Object.keys(fact.event.props ?? {}).filter((one) => propText(fact, one) !== ''),
    );
    const entries = [...groupBy(names, (one) => one)].map(([one, own]) => ({ name: one, events: own.length }));
    return { data: byEvents(entries, (entry) => entry.name).slice(0, limit) };
  }
  const set = facts.filter((fact) => propText(fact, name) !== '');
  const entries = [...groupBy(set, (fact) => propText(fact, name))].map(([value, own]) => ({
    value,
    events: own.length,
    visitors: distinct(own, (fact) => fact.visitor),
  }));
  return { data: byEvents(entries, (entry) => entry.value).slice(0, limit) };
}

function byEvents<Entry extends { events: number }>(entries: readonly Entry[], name: (entry: Entry) => string) {
  return ranked(
    entries,
    ({ events }) => events,
    (entry) => [name(entry)],
  );
}

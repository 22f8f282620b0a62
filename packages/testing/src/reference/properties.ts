/** The endpoint properties: the properties of a type's events, and the values of one property. */
import { type Fact, factsIn, type Happened } from './facts.ts';
import { distinct, groupBy, ranked } from './group.ts';
import type { Range } from './range.ts';
import { propText } from './values.ts';

export function properties(
  happened: Happened,
  range: Range,
  { type, name, limit }: { type: string; name: string | undefined; limit: number },
) {
  const facts = factsIn(happened, range).filter((fact) => fact.type === type);
  const isSet = (fact: Fact, one: string) => propText(fact, one) !== '';
  const found =
    name === undefined
      ? facts.flatMap((fact) =>
          Object.keys(fact.event.props ?? {})
            .filter((one) => isSet(fact, one))
            .map((text) => ({ fact, text })),
        )
      : facts.filter((fact) => isSet(fact, name)).map((fact) => ({ fact, text: propText(fact, name) }));
  const entries = [...groupBy(found, ({ text }) => text)].map(([text, own]) => ({
    [name === undefined ? 'name' : 'value']: text,
    events: own.length,
    visitors: distinct(own, ({ fact }) => fact.visitor),
  }));
  return {
    data: ranked(
      entries,
      ({ events }) => events,
      (entry) => [String(entry['name'] ?? entry['value'])],
    ).slice(0, limit),
  };
}

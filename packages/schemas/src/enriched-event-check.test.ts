/** The quick check accepts nothing that the schema rejects, and everything that ingest writes. */
import fc from 'fast-check';
import { isEnrichedEvent } from './enriched-event-check.ts';
import { enrichedEvent } from './enriched-event.fixture.ts';
import { enrichedEventSchema } from './enriched-event.ts';

const event = enrichedEvent({
  type: '$pageleave',
  scrollDepth: 10_000,
  continued: true,
  props: { plan: 'pro', seats: 5, trial: false },
});

const fields = Object.keys(event);
/** Values that a field may have by mistake or malice, nearly valid ones and others. */
const odd = fc.oneof(
  fc.constantFrom<unknown>('', 'x', 'ZZ', '0123456789abcdef', event.id, event.id.toUpperCase(), 'client', 'tv'),
  fc.constantFrom<unknown>(
    0,
    1,
    -1,
    0.5,
    -0,
    10_000,
    10_001,
    65_535,
    65_536,
    86_400_000,
    86_400_001,
    10_413_791_999_999,
    1e16,
  ),
  fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, [], {}, [1], '\ud800'),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.object())),
  fc.string({ maxLength: 20 }).map((key) => ({ [key.repeat(20)]: key.repeat(100) })),
  fc.integer({ min: 45, max: 55 }).map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n]))),
);

describe('isEnrichedEvent', () => {
  it('takes an event as ingest writes it', () => {
    expect(isEnrichedEvent(JSON.parse(JSON.stringify(event)))).toBe(true);
  });

  it.each(fields)('refuses an event without %s, and one with a field that is not known in its place', (field) => {
    const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== field));
    expect(isEnrichedEvent(rest)).toBe(false);
    expect(isEnrichedEvent({ ...rest, other: '' })).toBe(false);
  });

  it.each([null, undefined, 1, 'text', [], [event], {}].map((value) => ({ value })))('refuses $value', ({ value }) => {
    expect(isEnrichedEvent(value)).toBe(false);
  });

  it('takes nothing that the schema refuses or would store otherwise', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), odd, (field, value) => {
        const changed: unknown = { ...event, [field]: value };
        if (!isEnrichedEvent(changed)) return;
        expect(JSON.stringify(enrichedEventSchema.parse(changed))).toBe(JSON.stringify(changed));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Random explorations: filters, zones, comparisons and all that the endpoints for exploring take. */
import * as fc from 'fast-check';
import type { Granularity } from '../reference/calendar.ts';
import type { Comparison } from '../reference/range.ts';
import { placeDimensions, sessionDimensions } from '../reference/values.ts';
import { utc } from '../reference/zone.ts';
import { propValues } from './known.ts';
import { bound, trafficOf } from './visits.ts';

export const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', utc] as const;

/** Days before clocks change in these zones, in spring and in autumn; undefined for the days before the traffic is sent. */
const eras = [
  Date.UTC(2026, 2, 28),
  Date.UTC(2026, 9, 24),
  Date.UTC(2026, 2, 7),
  Date.UTC(2026, 9, 31),
  Date.UTC(2026, 3, 3),
  Date.UTC(2026, 9, 2),
  undefined,
];
/** Days of an era: around the change, weeks and a month away, and the same dates a year earlier. */
const day = fc.oneof(
  { weight: 4, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.constantFrom(-365, -364, -31, -28, -14, -7, -6, 6, 7) },
);

const props = Object.keys(propValues).map((name) => `prop:${name}`);
const happened = ['type', 'type', ...props];

const filter = fc.record({
  dimension: fc.oneof(
    fc.constantFrom(...sessionDimensions),
    fc.constantFrom(...placeDimensions),
    fc.constantFrom(...happened, 'goal'),
  ),
  operator: fc.constantFrom('is', 'is', 'is_not', 'contains', 'contains_not', 'starts_with'),
  /** Of what happened, what the value is taken from. */
  pick: fc.nat(),
  /** What becomes of that value. */
  value: fc.constantFrom('whole', 'whole', 'whole', 'part', 'none', 'hostile'),
  from: fc.nat(5),
  length: fc.integer({ min: 1, max: 4 }),
});

/** One dimension twice is as awkward as can be: what is wanted of it, and what is ruled out. */
const filters = fc
  .tuple(fc.array(filter, { maxLength: 4 }), fc.boolean())
  .map(([all, repeated]) =>
    all.map((one, index) =>
      repeated && index % 2 === 1 ? { ...one, dimension: all[index - 1]?.dimension ?? one.dimension } : one,
    ),
  );

const dimension = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...sessionDimensions) },
  { weight: 2, arbitrary: fc.constantFrom(...placeDimensions) },
  { weight: 1, arbitrary: fc.constantFrom(...happened, 'goal') },
);

const exploration = fc.record({
  workspace: fc.nat(2),
  from: bound,
  to: bound,
  zone: fc.constantFrom(...zones, utc),
  filters,
  granularity: fc.constantFrom<Granularity>('hour', 'day', 'week', 'month'),
  compare: fc.option(fc.constantFrom<Comparison>('previous', 'year'), { nil: undefined, freq: 2 }),
  limit: fc.option(fc.constantFrom('1', '2', '1000'), { nil: undefined }),
  offset: fc.option(fc.constantFrom('0', '1', '3'), { nil: undefined }),
  by: fc.uniqueArray(dimension, { minLength: 1, maxLength: 2 }),
  /** Bits of the metrics; none for the default. */
  metrics: fc.nat(2 ** 13 - 1),
  sort: fc.option(fc.nat(), { nil: undefined }),
  isDescending: fc.boolean(),
  search: fc.option(fc.constantFrom('a', 'PRI', '/', 'spring', '%', "'"), { nil: undefined, freq: 4 }),
  goal: fc.option(fc.nat(), { nil: undefined }),
  minutes: fc.option(fc.constantFrom('1', '5', '30'), { nil: undefined }),
  name: fc.option(fc.constantFrom(...props.map((name) => name.slice('prop:'.length))), { nil: undefined }),
  steps: fc.array(fc.oneof(filter, fc.nat()), { minLength: 2, maxLength: 4 }),
  within: fc.option(fc.constantFrom('1m', '30m', '24h', '7d'), { nil: undefined, freq: 2 }),
});

/** Everything that is random about one run. */
export const exploredScenario = fc.record({
  ...trafficOf(fc.constantFrom(...eras), day),
  explorations: fc.array(exploration, { minLength: 12, maxLength: 24, size: 'max' }),
});

export type ExploredScenario = typeof exploredScenario extends fc.Arbitrary<infer Value> ? Value : never;
export type Exploration = ExploredScenario['explorations'][number];
export type GivenFilter = Exploration['filters'][number];

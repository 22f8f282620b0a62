/** Random explorations: filters, zones, comparisons and all parameters of the endpoints for exploring. */
import * as fc from 'fast-check';
import type { Granularity } from '../reference/calendar.ts';
import type { Comparison } from '../reference/range.ts';
import { pageDimensions, sessionDimensions } from '../reference/values.ts';
import { utc } from '../reference/zone.ts';
import { propValues } from './known.ts';
import { bound, trafficOf } from './visits.ts';

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', utc] as const;

/** Days before the clocks of a zone change, in spring and in autumn; undefined for the days before the traffic is sent. */
const eras = [
  { zone: 'Europe/Berlin', eraMs: Date.UTC(2026, 2, 28) },
  { zone: 'Europe/Berlin', eraMs: Date.UTC(2026, 9, 24) },
  { zone: 'America/New_York', eraMs: Date.UTC(2026, 2, 7) },
  { zone: 'America/New_York', eraMs: Date.UTC(2026, 9, 31) },
  { zone: 'Australia/Lord_Howe', eraMs: Date.UTC(2026, 3, 3) },
  { zone: 'Australia/Lord_Howe', eraMs: Date.UTC(2026, 9, 2) },
  { zone: 'Asia/Kathmandu', eraMs: undefined },
] as const;
/** Days of an era: around the change, weeks and a month away, and the same dates a year earlier. */
const day = fc.oneof(
  { weight: 4, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.constantFrom(-365, -364, -31, -28, -14, -7, -6, 6, 7) },
);

const props = Object.keys(propValues).map((name) => `prop:${name}`);
const happened = ['type', 'type', ...props];

/** Computed differently from other attributes, so queried more often. */
const pagesOfSessions = ['entry_page', 'exit_page'];

const filter = fc.record({
  dimension: fc.oneof(
    fc.constantFrom(...sessionDimensions, ...pagesOfSessions, ...pagesOfSessions),
    fc.constantFrom(...pageDimensions),
    fc.constantFrom(...happened, 'goal'),
  ),
  operator: fc.constantFrom('is', 'is', 'is_not', 'contains', 'contains_not', 'starts_with'),
  /** The index of the event or session whose value is used. */
  pick: fc.nat(),
  /** The change of that value. */
  value: fc.oneof(
    { weight: 6, arbitrary: fc.constant('whole' as const) },
    { weight: 3, arbitrary: fc.constant('part' as const) },
    { weight: 1, arbitrary: fc.constantFrom('none', 'hostile') },
  ),
  from: fc.nat(5),
  length: fc.integer({ min: 1, max: 4 }),
});
type Filter = typeof filter extends fc.Arbitrary<infer Value> ? Value : never;

const isWanting = ({ operator }: Filter) => !operator.endsWith('_not');

/** Mostly few, and mostly matching one session, so that something is left. Some have the same dimension twice. */
const filters = fc
  .record({
    all: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Filter[]>([]) },
      { weight: 4, arbitrary: fc.array(filter, { minLength: 1, maxLength: 2, size: 'max' }) },
      { weight: 1, arbitrary: fc.array(filter, { minLength: 3, maxLength: 5, size: 'max' }) },
    ),
    ofOneSession: fc.integer({ min: 0, max: 3 }),
    ofOneDimension: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ all, ofOneSession, ofOneDimension }) => {
    const [first] = all;
    return all.map((one) => ({
      ...one,
      ...(first && ofOneSession > 0 && isWanting(one) ? { pick: first.pick } : {}),
      ...(first && ofOneDimension === 0 ? { dimension: first.dimension } : {}),
    }));
  });

const dimension = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...sessionDimensions) },
  { weight: 2, arbitrary: fc.constantFrom(...pageDimensions) },
  { weight: 1, arbitrary: fc.constantFrom(...happened, 'goal') },
);

/** A goal, the type of many events, or any filter. */
const step = fc.oneof(
  fc.nat(),
  fc.constantFrom('path:starts_with:/', 'path:is_not:/', 'type:is:$pageview', 'type:contains:i', 'type:starts_with:$'),
  filter,
);

/** Once in three times: a narrower result leaves less to compare. */
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const exploration = fc.record({
  workspace: fc.nat(2),
  from: bound,
  to: bound,
  /** Bounds near events, whole local days, or the whole traffic. */
  range: fc.constantFrom('near', 'days', 'days', 'everything', 'everything'),
  /** Undefined for the zone whose clocks change. */
  zone: fc.option(fc.constantFrom(...zones, utc), { nil: undefined, freq: 2 }),
  filters,
  granularity: fc.constantFrom<Granularity>('hour', 'day', 'week', 'month'),
  compare: fc.option(fc.constantFrom<Comparison>('previous', 'previous', 'year'), { nil: undefined, freq: 2 }),
  limit: rarely(fc.constantFrom('1', '2', '1000')),
  offset: rarely(fc.constantFrom('0', '1', '3')),
  by: fc.uniqueArray(dimension, { minLength: 1, maxLength: 2 }),
  /** Bits of the metrics; none for the default. */
  metrics: fc.nat(2 ** 13 - 1),
  sort: fc.option(fc.nat(), { nil: undefined }),
  isDescending: fc.boolean(),
  search: rarely(fc.constantFrom('a', 'PRI', '/', 'spring', '%', "'")),
  goal: fc.option(fc.nat(), { nil: undefined, freq: 2 }),
  minutes: fc.option(fc.constantFrom('1', '5', '30'), { nil: undefined }),
  name: fc.option(fc.constantFrom(...props.map((name) => name.slice('prop:'.length))), { nil: undefined, freq: 2 }),
  steps: fc.array(step, { minLength: 2, maxLength: 4 }),
  within: fc.option(fc.constantFrom('1m', '30m', '24h', '7d'), { nil: undefined, freq: 2 }),
});

/** Everything that is random in one run. Without fast-check's bias towards small values, which would leave little to query. */
export const exploredScenario = fc.noBias(
  fc
    .record({
      era: fc.constantFrom(...eras),
      ...trafficOf(day, 30),
      explorations: fc.array(exploration, { minLength: 6, maxLength: 12, size: 'max' }),
    })
    .map(({ era, explorations, ...traffic }) => ({
      ...traffic,
      eraMs: era.eraMs,
      explorations: explorations.map((one) => ({ ...one, zone: one.zone ?? era.zone })),
    })),
);

export type ExploredScenario = typeof exploredScenario extends fc.Arbitrary<infer Value> ? Value : never;
export type Exploration = ExploredScenario['explorations'][number];
export type GivenFilter = Exploration['filters'][number];
export type GivenStep = Exploration['steps'][number];

/** The behaviour of visitors, as arbitraries: visits of a few steps, at awkward times. */
import * as fc from 'fast-check';
import { dayMs, hourMs, minuteMs, type Granularity } from '../reference/calendar.ts';
import { addresses, agents, hosts, landings, pages, propValues } from './known.ts';

/** Days around which traffic happens: the first allowed day, leap days, ends of years; undefined for the days before it is sent. */
const eras = [Date.UTC(2000, 0, 3), Date.UTC(2004, 1, 28), Date.UTC(2012, 11, 30), undefined, undefined, undefined];

const kinds = [
  '$pageview',
  '$pageview',
  '$pageview',
  '$pageview',
  '$pageview',
  '$pageview',
  '$pageview',
  '$pageleave',
  '$pageleave',
  '$click',
  '$dead_click',
  '$rage_click',
  '$outbound_link',
  '$file_download',
  '$form_submit',
  '$web_vital',
  '$error',
  'signup',
  'Signup',
  'purchase of "1\\2"',
] as const;

const awkwardGaps = [0, 0, 1, 1000, 29 * minuteMs, 30 * minuteMs, 30 * minuteMs + 1, 3 * hourMs, 13 * hourMs];
/** Midnight in some zones, with and without daylight saving. */
const midnights = [22, 23, 4, 5, 13, 13.5, 18.25].map((hours) => hours * hourMs);
const awkwardTimes = [
  0,
  1,
  dayMs - 1,
  dayMs - 10 * minuteMs,
  10 * hourMs,
  10 * hourMs - 1,
  ...midnights,
  ...midnights.map((timeMs) => timeMs - 1),
];
/** Traffic is sent at noon: visits shortly before it are still in progress. */
const recentTimes = [12 * hourMs - 6 * minuteMs, 12 * hourMs - 4 * minuteMs, 12 * hourMs - 1, 12 * hourMs];

/** A few properties, each with one of its values. */
const propPairs = Object.entries(propValues).flatMap(([name, values]) => values.map((value) => [name, value] as const));
const props = fc
  .array(fc.constantFrom(...propPairs), { maxLength: 4 })
  .map((pairs): Record<string, string | number | boolean> => Object.fromEntries(pairs));

const step = fc.record({
  gapMs: fc.oneof(fc.constantFrom(...awkwardGaps), fc.integer({ min: 0, max: 20 * minuteMs })),
  type: fc.constantFrom(...kinds),
  page: fc.nat(pages.length - 1),
  /** True if a custom event has the URL of its page. */
  onPage: fc.boolean(),
  /** The host of the step, if not that of the visit. */
  host: fc.option(fc.nat(hosts.length - 1), { nil: undefined, freq: 2 }),
  props: fc.option(props, { nil: undefined }),
  title: fc.option(fc.constantFrom('Prices', 'Été ☀', ''), { nil: undefined }),
  landing: fc.option(fc.nat(landings.length - 1), { nil: undefined, freq: 3 }),
  /** The depth in steps of 5 %, so that two means differ by more than the rounding. */
  scrollSteps: fc.option(fc.nat(20), { nil: undefined }),
  engagedMs: fc.option(fc.nat(300_000), { nil: undefined }),
  continued: fc.option(fc.boolean(), { nil: undefined }),
  hasId: fc.boolean(),
  timeFormat: fc.nat(2),
  /** Events arrive in the order of these numbers. */
  arrival: fc.nat(1_000_000),
});

const visitOn = (day: fc.Arbitrary<number>) =>
  fc.record({
    who: fc.oneof(
      fc.record({ kind: fc.constant('known' as const), visitor: fc.nat(6) }),
      fc.record({ kind: fc.constant('unknown' as const), agent: fc.nat(3), address: fc.nat(3) }),
    ),
    key: fc.constantFrom('secret', 'secret', 'secret', 'public'),
    /** Days since the beginning of the era. */
    day,
    timeMs: fc.oneof(fc.constantFrom(...awkwardTimes, ...recentTimes), fc.nat(dayMs - 1)),
    agent: fc.nat(agents.length - 1),
    address: fc.nat(addresses.length - 1),
    landing: fc.nat(landings.length - 1),
    host: fc.nat(hosts.length - 1),
    steps: fc.array(step, { minLength: 1, maxLength: 9 }),
    /** Bits of the workspaces in which this happens. */
    workspaces: fc.integer({ min: 1, max: 7 }),
  });

const request = fc.record({
  events: fc.integer({ min: 1, max: 25 }),
  /** The client's clock minus the real time; undefined if it sends no `sentAt`. */
  skewMs: fc.option(fc.integer({ min: -3 * hourMs, max: 3 * hourMs }), { nil: undefined, freq: 3 }),
  sentTwice: fc.boolean(),
  bad: fc.option(fc.constantFrom('unknown type', 'no url', 'bot'), { nil: undefined, freq: 4 }),
});

const repeat = fc.record({
  pick: fc.nat(),
  change: fc.constantFrom('none', 'content', 'time'),
  delay: fc.nat(300_000),
  again: fc.constantFrom('same day', 'next day', 'next day, reused'),
});

/** Bounds of queries near events, hours and days, inside and outside of the traffic. */
export const bound = fc.record({
  pick: fc.nat(),
  snap: fc.constantFrom('event', 'hour', 'day', 'date'),
  shiftMs: fc.constantFrom(-1, 0, 0, 0, 1, 500, hourMs, -dayMs, dayMs),
  format: fc.nat(2),
});

const query = fc.record({
  from: bound,
  to: bound,
  granularity: fc.option(fc.constantFrom<Granularity>('hour', 'day', 'week'), { nil: undefined }),
  limit: fc.option(fc.constantFrom('1', '2', '3', '1000'), { nil: undefined }),
});

/** Returns traffic to send: visits on days of an era, in requests of any size, some of it repeated. */
export function trafficOf(day: fc.Arbitrary<number>, visitsMin: number) {
  return {
    visits: fc.array(visitOn(day), { minLength: visitsMin, maxLength: 40, size: 'max' }),
    requests: fc.array(request, { minLength: 1, maxLength: 12 }),
    repeats: fc.array(repeat, { maxLength: 12 }),
  } as const;
}

/** Everything that is random in one run. */
export const scenario = fc.record({
  eraMs: fc.constantFrom(...eras),
  ...trafficOf(fc.nat(3), 1),
  queries: fc.array(query, { minLength: 1, maxLength: 6, size: 'max' }),
});

export type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;
/** The traffic of a scenario. */
export type Traffic = Omit<Scenario, 'queries'>;
export type Visit = Scenario['visits'][number];
export type Step = Visit['steps'][number];
export type Repeat = Scenario['repeats'][number];
export type RequestShape = Scenario['requests'][number];
export type Query = Scenario['queries'][number];

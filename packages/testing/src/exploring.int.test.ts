/** Random traffic and random explorations of it through the whole product: filters, time zones, comparisons, breakdowns, goals, funnels. Every result matches the reference. */
import { type Around, driverSets } from '@footfall/test-servers';
import * as fc from 'fast-check';
import { dayMs } from './reference/calendar.ts';
import { type Difference, explore } from './exploring.fixture.ts';
import { type Product, startProduct } from './product.ts';
import { type ExploredScenario, exploredScenario } from './traffic/explorations.ts';

/** The number of scenarios for each source and driver; set it for long runs. */
const runs = Number(process.env['FOOTFALL_PROPERTY_RUNS'] ?? 1);
/** Constant, and different for each source and driver, so that together they try more scenarios. Set seed and path to those of a failure to reproduce it. */
const seedGiven = process.env['FOOTFALL_PROPERTY_SEED'];
const path = process.env['FOOTFALL_PROPERTY_PATH'];
const testTimeoutMs = 300_000 + runs * 60_000;

/** A time later than any run of this test, as in property.int.test.ts. */
const firstNoonMs = Date.UTC(2036, 2, 15, 12);
const betweenRunsMs = 7 * dayMs;
/** The number of differences shown for one scenario. */
const shownMax = 3;

const cases = driverSets().flatMap((set, index) => [
  { ...set, source: 'events', seed: Number(seedGiven ?? 16 + 2 * index) } as const,
  { ...set, source: 'rollups', seed: Number(seedGiven ?? 17 + 2 * index) } as const,
]);

describe.each(cases)('from $source on $drivers', ({ servers, source, seed }) => {
  let product: Product;
  let nextNoonMs = firstNoonMs;

  beforeAll(async () => {
    product = await startProduct(firstNoonMs, servers, { source });
  }, testTimeoutMs);

  afterAll(() => product.stop());

  it(
    'explorations of any traffic return what the reference returns',
    async () => {
      let differences: readonly Difference[] = [];
      const tryNext = async (run: ExploredScenario) => {
        const noonMs = nextNoonMs;
        nextNoonMs += betweenRunsMs;
        differences = await explore(product, source, run, noonMs);
        return differences.length === 0;
      };
      const { counterexamplePath, errorInstance, ...tried } = await fc.check(
        fc.asyncProperty(exploredScenario, tryNext),
        // Not shrunk: the traffic says little about a failure, and the requests say everything.
        { numRuns: runs, seed, ...(path === undefined ? {} : { path }), endOnFailure: true },
      );
      const found = { counterexamplePath, errorInstance, differences: differences.slice(0, shownMax) };
      expect({ seed, ...found, count: differences.length, failed: tried.failed }).toEqual({
        seed,
        counterexamplePath: null,
        errorInstance: null,
        differences: [],
        count: 0,
        failed: false,
      });
    },
    testTimeoutMs,
  );
});

interface Query {
  sql: string;
  params?: Readonly<Record<string, unknown>>;
}
const replacing = (text: RegExp, by: string) => (query: Query) => ({ ...query, sql: query.sql.replace(text, by) });

/** Faults in every statement of a query. */
const faults: readonly [what: string, change: (query: Query) => Query][] = [
  ['the last page taken for the first', replacing(/argMinIf\(/g, 'argMaxIf(')],
  ['visitors counted as often as they come', replacing(/uniqExactIf\((\w+), /g, 'countIf(')],
  [
    'filters that are in lower case',
    ({ params = {}, ...query }) => ({
      ...query,
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, lowerCase(name, value)])),
    }),
  ],
];
const lowerCase = (name: string, value: unknown) =>
  name.startsWith('filter') && typeof value === 'string' ? value.toLowerCase() : value;
/** Constant, so that rare bad luck fails no run; one that finds each fault soon. */
const faultsSeed = 5;
const scenariosForFault = 4;

describe('a product whose queries have', () => {
  let product: Product;
  let fault: Around;
  let noonMs = firstNoonMs;

  beforeAll(async () => {
    product = await startProduct(firstNoonMs, {}, { aroundQueries: (call, proceed) => fault(call, proceed) });
  });
  afterAll(() => product.stop());

  it.each(faults)(
    '%s is detected',
    async (_what, change) => {
      fault = changing(change);
      let differences: readonly Difference[] = [];
      const isRight = async (run: ExploredScenario) => {
        noonMs += betweenRunsMs;
        differences = await explore(product, 'events', run, noonMs);
        return differences.length === 0;
      };
      const { failed } = await fc.check(fc.asyncProperty(exploredScenario, isRight), {
        numRuns: scenariosForFault,
        seed: faultsSeed,
        endOnFailure: true,
      });
      // Wrong results, not errors.
      const errors = differences.filter(({ status }) => status !== 200);
      expect({ failed, errors }).toEqual({ failed: true, errors: [] });
    },
    testTimeoutMs,
  );
});

function changing(change: (query: Query) => Query): Around {
  return ({ args: [query] }, proceed) => (isQuery(query) ? proceed(change(query)) : proceed());
}

function isQuery(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && 'sql' in value && typeof value.sql === 'string';
}

/** Random traffic and random explorations of it through the whole product: filters, time zones, comparisons, breakdowns, goals, funnels. Every answer is the reference's. */
import { isDeepStrictEqual } from 'node:util';
import { driverSets } from '@footfall/test-servers';
import * as fc from 'fast-check';
import { dayMs, minuteMs, timestampName } from './reference/calendar.ts';
import type { Goal } from './reference/goal.ts';
import { searchParamsOf } from './reference/params.ts';
import { type Bounds, exactBounds, readRange, wholeHours } from './reference/range.ts';
import { utc } from './reference/zone.ts';
import { createReference } from './reference.ts';
import { type Product, startProduct, type Tenant } from './product.ts';
import { sendAll } from './send-all.fixture.ts';
import { requestsOf, workspacesMax } from './traffic.ts';
import { type Exploration, type ExploredScenario, exploredScenario } from './traffic/explorations.ts';
import { type Request, requestsAbout } from './traffic/explored-params.ts';
import { knownGoals } from './traffic/goals.ts';

/** How many scenarios to try; set it for long runs. */
const runsWished = process.env['FOOTFALL_PROPERTY_RUNS'];
const runsOn = { embedded: Number(runsWished ?? 3), servers: Number(runsWished ?? 1) };
/** Set both to what a failure printed, to see it again. */
const seed = Number(process.env['FOOTFALL_PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const path = process.env['FOOTFALL_PROPERTY_PATH'];
const testTimeoutMs = 120_000 + runsOn.embedded * 60_000;

/** What the product can be asked by now. */
const isThere = {
  timezone: true,
  goals: false,
  properties: false,
  funnel: false,
  retention: false,
};

/** Later than any run of this test, as in property.int.test.ts. */
const firstNoonMs = Date.UTC(2036, 2, 15, 12);
const betweenRunsMs = 7 * dayMs;
/** How many of the differences of one scenario are shown. */
const shownMax = 3;

const cases = driverSets().flatMap((set) => [
  { ...set, source: 'events' } as const,
  { ...set, source: 'rollups' } as const,
]);

describe.each(cases)('from $source on $drivers', ({ drivers, servers, source }) => {
  let product: Product;
  let nextNoonMs = firstNoonMs;

  beforeAll(async () => {
    product = await startProduct(firstNoonMs, servers, { source });
  }, testTimeoutMs);

  afterAll(() => product.stop());

  it(
    'explorations of any traffic are answered as the reference does',
    async () => {
      let differences: readonly object[] = [];
      const tryNext = async (run: ExploredScenario) => {
        const noonMs = nextNoonMs;
        nextNoonMs += betweenRunsMs;
        differences = await explore(product, source, run, noonMs);
        return differences.length === 0;
      };
      const { counterexamplePath, errorInstance, ...tried } = await fc.check(
        fc.asyncProperty(exploredScenario, tryNext),
        // The traffic says little, and the requests say all: nothing is made smaller.
        { numRuns: runsOn[drivers], seed, ...(path === undefined ? {} : { path }), endOnFailure: true },
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

/** What is answered otherwise than by the reference. */
async function explore(product: Product, source: 'events' | 'rollups', run: ExploredScenario, noonMs: number) {
  product.clock.nowMs = noonMs;
  const tenants = await Promise.all(Array.from({ length: workspacesMax }, () => product.createTenant()));
  const goals = await Promise.all(tenants.map((tenant) => createGoals(product, tenant)));
  const sent = await sendAll(product, requestsOf(run, noonMs).first, tenants);
  const subjects = tenants.map((tenant, workspace) => ({
    product,
    source,
    tenant,
    goals: goals[workspace] ?? [],
    reference: createReference(sent[workspace] ?? [], exactBounds, goals[workspace]),
  }));
  // No event lies further ahead than five minutes.
  product.clock.nowMs = noonMs + 6 * minuteMs;
  const differences: object[] = [];
  for (const exploration of run.explorations) {
    const subject = subjects[exploration.workspace];
    if (!subject) throw new Error('an exploration of no workspace');
    const explored = { happened: subject.reference, goals: subject.goals };
    const requests = requestsAbout(explored, possible(exploration)).filter(isAnswered);
    // At once, as a dashboard asks.
    const found = await Promise.all(requests.map((request) => differenceOf(subject, request)));
    differences.push(...found.filter((one) => one !== undefined));
  }
  return differences;
}

async function createGoals(product: Product, tenant: Tenant): Promise<Goal[]> {
  if (!isThere.goals) return [];
  return Promise.all(knownGoals.map(async (goal) => ({ ...goal, goalId: await product.createGoal(goal, tenant) })));
}

/** The exploration, as far as the product can be asked. */
const possible = (exploration: Exploration): Exploration =>
  isThere.timezone ? exploration : { ...exploration, zone: utc };

function isAnswered({ endpoint }: Request): boolean {
  return !(endpoint in isThere) || isThere[endpoint as keyof typeof isThere];
}

interface Subject {
  product: Product;
  source: 'events' | 'rollups';
  tenant: Tenant;
  goals: readonly Goal[];
  reference: ReturnType<typeof createReference>;
}

async function differenceOf(subject: Subject, { endpoint, params }: Request): Promise<object | undefined> {
  const { product, tenant, reference } = subject;
  const nowMs = product.clock.nowMs;
  const { status, headers, body } = await product.answer(endpoint, params, tenant);
  const { success: _success, workspaceId: _workspaceId, fromCache: _fromCache, ...result } = body;
  const question = `${endpoint}?${decodeURIComponent(searchParamsOf(params).toString())}`;
  const bounds =
    endpoint === 'realtime' ? exactBounds : boundsShown(subject, headers.get('x-period'), { endpoint, params });
  if (!bounds) return { question, period: headers.get('x-period') };
  const got = { question, status, ignored: headers.get('x-ignored-parameters'), result };
  const expected = {
    question,
    status: 200,
    ignored: null,
    result: reference.answer(endpoint, params, nowMs, bounds),
  };
  return isDeepStrictEqual(got, JSON.parse(JSON.stringify(expected))) ? undefined : firstDifference(got, expected);
}

/** What became of the range asked for, by the period that the answer names; undefined for one that is wrong. */
function boundsShown({ product, source }: Subject, period: string | null, { params }: Request): Bounds | undefined {
  const asked = readRange(params, product.clock.nowMs);
  const isPeriodOf = (bounds: Bounds) => {
    const { startMs, endMs } = bounds(asked);
    const isOpen = asked.endMs >= product.clock.nowMs;
    return period === `${timestampName(startMs)}/${timestampName(isOpen ? asked.endMs : endMs)}`;
  };
  // What is filtered is never widened.
  const mayBeWidened = source === 'rollups' && params.filter === undefined;
  return [exactBounds, ...(mayBeWidened ? [wholeHours] : [])].find(isPeriodOf);
}

const firstDifference = (got: object, expected: object) => ({
  got: JSON.stringify(got),
  expected: JSON.stringify(expected),
});

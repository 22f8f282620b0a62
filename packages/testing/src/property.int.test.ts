/** Random traffic through the whole product: every endpoint's result matches the brute-force reference. */
import { type Call, driverSets, type Proceed } from '@footfall/test-servers';
import * as fc from 'fast-check';
import { dayMs, minuteMs } from './reference/calendar.ts';
import { type Bounds, exactBounds, wholeHours } from './reference/range.ts';
import type { Delivery } from './reference/sent.ts';
import { createReference, type Endpoint, endpoints } from './reference.ts';
import { type Params, searchParamsOf } from './reference/params.ts';
import type { Workspace } from './admin.ts';
import { type Product, startProduct } from './product.ts';
import { sendAll } from './send-all.fixture.ts';
import { dayLaterMs, paramsOf, type Query, requestsOf, type Scenario, scenario, workspacesMax } from './traffic.ts';

/** The number of scenarios; set it for long runs. */
const runs = Number(process.env['FOOTFALL_PROPERTY_RUNS'] ?? 1);
/** Set both to those of a failure to reproduce it. */
const seed = Number(process.env['FOOTFALL_PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const path = process.env['FOOTFALL_PROPERTY_PATH'];
const testTimeoutMs = 300_000 + runs * 120_000;
/** A failure is shrunk, but not forever. */
const searchTimeoutMs = testTimeoutMs - 30_000;

/** A time later than any run of this test: the store deletes by the real clock the rows that the rollup worker, on the clock of the test, has marked as expired. */
const firstNoonMs = Date.UTC(2036, 2, 15, 12);
/** The clock is never set back: each scenario has a different week. */
const betweenRunsMs = 7 * dayMs;

const rangedEndpoints = endpoints.filter((endpoint) => endpoint !== 'realtime');

/** One in this many statements of the rollup worker does not run, and one in as many runs without the worker learning of it, as when its process is killed. */
const statementsToStop = 60;

async function stopRollups({ method }: Call, proceed: Proceed): Promise<unknown> {
  const dice = method === 'command' ? Math.floor(Math.random() * statementsToStop) : undefined;
  if (dice === 0) throw new Error('stopped on purpose before a statement');
  const result = await proceed();
  if (dice === 1) throw new Error('stopped on purpose after a statement');
  return result;
}

const cases = driverSets().flatMap((set) => [
  { ...set, source: 'events', bounds: exactBounds } as const,
  { ...set, source: 'rollups', bounds: wholeHours } as const,
]);

describe.each(cases)('from $source on $drivers', ({ servers, source, bounds }) => {
  let product: Product;
  let nextNoonMs = firstNoonMs;

  beforeAll(async () => {
    product = await startProduct(firstNoonMs, servers, { source, around: stopRollups });
    // Results come from `events` until the rollups have a batch, and the first scenario may have no valid event.
    const other = await product.createWorkspace();
    await product.send({ key: 'secret', agent: 'test', body: { events: [{ type: 'begun' }] } }, other);
    await product.stored();
  }, testTimeoutMs);

  afterAll(() => product.stop());

  it(
    'A19 every endpoint returns what the reference returns, for any traffic and in any time zone of the machine',
    async () => {
      const tryNext = (run: Scenario) => {
        const noonMs = nextNoonMs;
        nextNoonMs += betweenRunsMs;
        return tryScenario({ product, bounds }, run, noonMs);
      };
      await fc.assert(fc.asyncProperty(scenario, tryNext), {
        numRuns: runs,
        seed,
        ...(path === undefined ? {} : { path }),
        interruptAfterTimeLimit: searchTimeoutMs,
        markInterruptAsFailure: true,
      });
    },
    testTimeoutMs,
  );
});

/** The product to query, and the effect of its source on ranges. */
interface Subject {
  product: Product;
  bounds: Bounds;
}

async function tryScenario(subject: Subject, run: Scenario, noonMs: number): Promise<void> {
  const { product } = subject;
  product.clock.nowMs = noonMs;
  const tenants = await Promise.all(Array.from({ length: workspacesMax }, () => product.createWorkspace()));
  const { first, dayLater } = requestsOf(run, noonMs);

  const sentFirst = await sendAll(product, first, tenants);
  // Half of the queries now, the others when there is more to count.
  const isFirst = (_: Query, index: number) => index % 2 === 0;
  await compareMoment(subject, run.queries.filter(isFirst), tenants, sentFirst, noonMs);

  product.clock.nowMs = noonMs + dayLaterMs;
  const sentLater = await sendAll(product, dayLater, tenants);
  const sent = sentFirst.map((deliveries, workspace) => [...deliveries, ...(sentLater[workspace] ?? [])]);
  const others = run.queries.filter((query, index) => !isFirst(query, index));
  await compareMoment(subject, others, tenants, sent, noonMs + dayLaterMs);
}

/** Queries every endpoint with its defaults and with `queries`, with the clock a few minutes later. */
async function compareMoment(
  { product, bounds }: Subject,
  queries: readonly Query[],
  tenants: readonly Workspace[],
  sent: readonly Delivery[][],
  momentMs: number,
): Promise<void> {
  for (const [workspace, tenant] of tenants.entries()) {
    const reference = createReference(sent[workspace] ?? []);
    const compare = async (endpoint: Endpoint, params: Params) => {
      const { success, workspaceId, fromCache: _, ...result } = await product.read(endpoint, params, tenant);
      const request = `${endpoint}?${searchParamsOf(params).toString()}`;
      const nowMs = product.clock.nowMs;
      expect({ request, success, workspaceId, result }).toEqual({
        request,
        success: true,
        workspaceId: tenant.workspaceId,
        result: reference.result(endpoint, params, nowMs, bounds),
      });
    };
    // A result of realtime is cached for a minute.
    for (const laterMs of [1_001, 62_003, 4 * minuteMs]) {
      product.clock.nowMs = momentMs + laterMs;
      await compare('realtime', {});
    }
    // No event is more than five minutes in the future.
    product.clock.nowMs = momentMs + 6 * minuteMs;
    for (const endpoint of rangedEndpoints) await compare(endpoint, {});
    for (const days of ['1', '3', '365']) await compare('ux-insights', { days });
    const timesMs = reference.facts.map((fact) => fact.timestampMs);
    for (const query of queries) {
      const params = paramsOf(query, timesMs);
      if (params) for (const endpoint of rangedEndpoints) await compare(endpoint, params);
    }
  }
}

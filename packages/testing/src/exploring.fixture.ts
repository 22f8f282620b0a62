/** Explorations of random traffic: all possible requests, and the differences between the product's results and the reference's. */
import { isDeepStrictEqual } from 'node:util';
import { minuteMs, timestampName } from './reference/calendar.ts';
import type { Goal } from './reference/goal.ts';
import { type Params, searchParamsOf } from './reference/params.ts';
import { type Bounds, exactBounds, readRange, wholeHours } from './reference/range.ts';
import { createReference } from './reference.ts';
import type { Workspace } from './admin.ts';
import type { Product } from './product.ts';
import { sendAll } from './send-all.fixture.ts';
import { requestsOf, workspacesMax } from './traffic.ts';
import type { ExploredScenario } from './traffic/explorations.ts';
import { type Request, requestsAbout } from './traffic/explored-params.ts';
import { knownGoals } from './traffic/goals.ts';

type Source = 'events' | 'rollups';

/** A result that differs from the reference's. */
export interface Difference {
  request: string;
  status: number;
  got: string;
  expected: string;
}

/** Returns the differences from the reference in the first exploration that has any. */
export async function explore(
  product: Product,
  source: Source,
  run: ExploredScenario,
  noonMs: number,
): Promise<readonly Difference[]> {
  product.clock.nowMs = noonMs;
  const tenants = await Promise.all(Array.from({ length: workspacesMax }, () => product.createWorkspace()));
  const goals = await Promise.all(tenants.map((tenant) => createGoals(product, tenant)));
  const sent = await sendAll(product, requestsOf(run, noonMs).first, tenants);
  const subjects = tenants.map((tenant, workspace) => ({
    product,
    source,
    tenant,
    goals: goals[workspace] ?? [],
    reference: createReference(sent[workspace] ?? [], goals[workspace]),
  }));
  // No event is more than five minutes in the future.
  product.clock.nowMs = noonMs + 6 * minuteMs;
  for (const exploration of run.explorations) {
    const subject = subjects[exploration.workspace];
    if (!subject) throw new Error('an exploration of no workspace');
    const explored = { happened: subject.reference, goals: subject.goals };
    const requests = requestsAbout(explored, exploration);
    // At once, as a dashboard sends them.
    const found = await Promise.all(requests.map((request) => differenceOf(subject, request)));
    const differences = found.filter((one) => one !== undefined);
    if (differences.length > 0) return differences;
  }
  return [];
}

async function createGoals(product: Product, tenant: Workspace): Promise<Goal[]> {
  return Promise.all(knownGoals.map(async (goal) => ({ ...goal, goalId: await product.createGoal(goal, tenant) })));
}

interface Subject {
  product: Product;
  source: Source;
  tenant: Workspace;
  goals: readonly Goal[];
  reference: ReturnType<typeof createReference>;
}

async function differenceOf(subject: Subject, request: Request): Promise<Difference | undefined> {
  const { product, tenant, reference } = subject;
  const { endpoint, params } = request;
  const nowMs = product.clock.nowMs;
  const { status, headers, body } = await product.result(endpoint, params, tenant);
  const { success: _success, workspaceId: _workspaceId, fromCache: _fromCache, ...result } = body;
  const path = `${endpoint}?${decodeURIComponent(searchParamsOf(params).toString())}`;
  const period = headers.get('x-period');
  const bounds = endpoint === 'realtime' ? exactBounds : boundsShown(subject, period, params);
  const got = JSON.stringify({ status, ignored: headers.get('x-ignored-parameters'), result });
  if (!bounds) return { request: path, status, got, expected: `another period than ${period}` };
  const right: unknown = reference.result(endpoint, params, nowMs, bounds);
  const expected = JSON.stringify({ status: 200, ignored: null, result: right });
  return isDeepStrictEqual(JSON.parse(got), JSON.parse(expected))
    ? undefined
    : { request: path, status, got, expected };
}

/** Returns the bounds that the product made of the requested range, by the period in the result; undefined for a wrong one. */
function boundsShown({ product, source }: Subject, period: string | null, params: Params): Bounds | undefined {
  const requested = readRange(params, product.clock.nowMs);
  const isPeriodOf = (bounds: Bounds) => {
    const { startMs, endMs } = bounds(requested);
    const isOpen = requested.endMs >= product.clock.nowMs;
    return period === `${timestampName(startMs)}/${timestampName(isOpen ? requested.endMs : endMs)}`;
  };
  // A filtered range is never widened.
  const mayBeWidened = source === 'rollups' && params.filter === undefined;
  return [exactBounds, ...(mayBeWidened ? [wholeHours] : [])].find(isPeriodOf);
}

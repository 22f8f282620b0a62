/** The whole product in this process, on a clock that tests set; used over HTTP only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@footfall/process/settings';
import { ingestLimits } from '@footfall/ingest';
import { openPorts, standaloneSettingsSchema, startOnPorts } from '@footfall/standalone';
import { createLogger } from '@footfall/process';
import { type Around, ownNamespace, type Servers, wrapPort, responseFrom, untilStored } from '@footfall/test-servers';
import { startHere } from '@footfall/test-servers/running';
import type { Warehouse } from '@footfall/warehouse';
import { administer, adminToken, createWorkspace, type Workspace } from './admin.ts';
import { type Params, searchParamsOf } from './reference/params.ts';
import type { Goal } from './reference/goal.ts';
import type { Endpoint } from './reference.ts';
import { committedEnds, rollUp } from './rollup.ts';
import type { PlannedRequest } from './traffic.ts';

/** The response of the ingest server to a request, which is a 202. */
interface Verdict {
  accepted: number;
  rejectedIndexes: number[];
}

interface Result {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

type SentRequest = Pick<PlannedRequest, 'key' | 'agent' | 'body'>;

export interface Product {
  /** Epoch milliseconds; the current time for every part of the product. */
  clock: { nowMs: number };
  /** Creates one without rate limits. */
  createWorkspace(): Promise<Workspace>;
  /** Rejects unless the response is a 202. */
  send(request: SentRequest, tenant: Workspace): Promise<Verdict>;
  /** Resolves once everything accepted can be read. */
  stored(): Promise<void>;
  /** Resolves with the body of a response; rejects unless it is a 200. */
  read(endpoint: Endpoint, params: Params, tenant: Workspace): Promise<Record<string, unknown>>;
  /** Resolves with the body and headers of any response. */
  result(endpoint: Endpoint, params: Params, tenant: Workspace): Promise<Result>;
  /** Returns the goal's ID. */
  createGoal(goal: Omit<Goal, 'goalId'>, tenant: Workspace): Promise<string>;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** The source of results: `rollups` for every workspace in them, or `events` for everything that tests send. */
  source?: 'events' | 'rollups';
  /** Runs instead of each call of the warehouse, except queries. */
  around?: Around;
  /** Runs instead of each read of a query. */
  aroundQueries?: Around;
}

/** Starts on `found`, with separate names there, and on embedded drivers for missing servers. */
export async function startProduct(
  nowMs: number,
  found: Servers = {},
  { source = 'events', around = asItIs, aroundQueries = asItIs }: ProductOptions = {},
): Promise<Product> {
  const namespace = ownNamespace(found);
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-product-'));
  const clock = { nowMs };
  const settings = loadSettings(standaloneSettingsSchema, {
    ...namespace.settings,
    DATA_DIR: dataDir,
    API_PORT: '0',
    INGEST_PORT: '0',
    ADMIN_TOKEN: adminToken,
    ...(source === 'rollups' && { EVENTS_READ_MAX: '0' }),
  });
  const surroundings = {
    logger: createLogger('footfall', { write: () => {} }),
    now: () => clock.nowMs,
  };
  const running = await startHere(async (lifetime) => {
    const ports = await openPorts(settings, surroundings, lifetime);
    const warehouse = wrapped(ports.warehouse, around, aroundQueries);
    // A busy machine is not a reason to refuse events.
    const limits = { ...ingestLimits, identifyDeadlineMs: 60_000, acceptDeadlineMs: 60_000 };
    const parts = { ...surroundings, settings, ports: { ...ports, warehouse }, ingestLimits: limits };
    return { ...(await startOnPorts(parts, lifetime)), bus: ports.bus, warehouse };
  });
  return {
    clock,
    createWorkspace: () => createWorkspace(running.apiUrl, { plan: 'enterprise' }),
    send: (request, tenant) => send(running.ingestUrl, request, tenant),
    async stored() {
      await untilStored(running.bus);
      if (source === 'events') return;
      // Up to where the consumer's own worker goes, or it would plan another batch for duplicates, and look stalled once the test moves the clock.
      await rollUp(running.warehouse, await committedEnds(running.bus), () => clock.nowMs);
    },
    async read(endpoint, params, tenant) {
      const { status, body } = await read(running.apiUrl, endpoint, params, tenant);
      if (status === 200) return body;
      throw new Error(`${endpoint}?${searchParamsOf(params).toString()}: ${status} ${JSON.stringify(body)}`);
    },
    result: (endpoint, params, tenant) => read(running.apiUrl, endpoint, params, tenant),
    async createGoal(goal, { workspaceId }) {
      return Object(await administer(running.apiUrl, 'POST', `/workspaces/${workspaceId}/goals`, goal)).goalId;
    },
    async stop() {
      await running.stop();
      await namespace.remove();
      await rm(dataDir, { recursive: true });
    },
  };
}

const asItIs: Around = (_call, proceed) => proceed();

function wrapped(warehouse: Warehouse, around: Around, aroundQueries: Around): Warehouse {
  const queries = wrapPort(warehouse.queries, aroundQueries);
  return new Proxy(wrapPort(warehouse, around), {
    get: (target, name, receiver): unknown => (name === 'queries' ? queries : Reflect.get(target, name, receiver)),
  });
}

async function send(ingestUrl: string, { key: kind, agent, body }: SentRequest, tenant: Workspace): Promise<Verdict> {
  const key = kind === 'public' ? tenant.publicKey : tenant.secretKey;
  const response = await responseFrom(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'user-agent': agent },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${response.status} ${text} for ${JSON.stringify(body)}`);
  const { accepted, rejected } = JSON.parse(text) as { accepted: number; rejected: { index: number }[] };
  return { accepted, rejectedIndexes: rejected.map(({ index }) => index) };
}

async function read(apiUrl: string, endpoint: Endpoint, params: Params, tenant: Workspace): Promise<Result> {
  const query = searchParamsOf(params).toString();
  const response = await responseFrom(`${apiUrl}/api/v1/analytics/${endpoint}?${query}`, {
    // Thousands of responses need not be compressed.
    headers: { authorization: `Bearer ${tenant.secretKey}`, 'accept-encoding': 'identity' },
  });
  const { status, headers } = response;
  return { status, headers, body: JSON.parse(await response.text()) as Record<string, unknown> };
}

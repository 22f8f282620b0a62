/** A query app on its own port and engines, with a clock that tests set. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listen } from '@footfall/http';
import { openState, type State } from '@footfall/state';
import { fakeOnly } from '@footfall/test-servers';
import { type Logger, Registry } from '@footfall/process';
import type { Plan } from '@footfall/schemas';
import {
  type IssuedKey,
  openStores,
  openWarehouse,
  queries,
  type Query,
  type ShareRecord,
  type Stores,
  type Warehouse,
} from '@footfall/warehouse';
import { pino } from 'pino';
import { createQueryApp, type QueryAppDeps } from './app.ts';
import { closeConnections, type Reply, type Sent, send } from './http-client.fixture.ts';

export const adminToken = 'a-token-for-tests';
export const rateLimitHeaderNames = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

type LogLine = Readonly<Record<string, unknown>>;

export interface TestReply extends Reply {
  /** The body as JSON, whatever its encoding. */
  decoded(): unknown;
}

export interface TestHost extends Stores {
  readonly url: string;
  readonly deps: QueryAppDeps;
  readonly state: State;
  /** The state as other processes have it: a change that one side announces is heard on the other. */
  readonly elsewhere: State;
  readonly warehouse: Warehouse;
  /** Removed by `stop`. */
  readonly directory: string;
  send(path: string, sent?: Sent): Promise<TestReply>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestReply>;
  now: () => number;
  /** Creates a workspace, and resolves with its secret key. */
  newKey(plan?: Plan): Promise<IssuedKey>;
  /** Creates a share of all figures, without a password or an end. */
  share(workspaceId: string): Promise<ShareRecord>;
  /** Everything the host has logged. */
  logged(): readonly LogLine[];
  passSeconds(seconds: number): void;
  /** Resolves with the URL of another app over the same engines, with other `deps`; `stop` stops it as well. */
  startAnother(deps: Partial<QueryAppDeps>): Promise<string>;
  stop(): Promise<void>;
}

const startMs = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
const drainMs = 1_000;

/** Starts engines, and a query app over them that serves `served`; `stop` closes and removes all of it. */
export async function startHost(served: readonly Query[] = queries): Promise<TestHost> {
  // The test decides the current time.
  fakeOnly(['Date'], startMs);
  const now = () => Date.now();
  const directory = await mkdtemp(join(tmpdir(), 'footfall-query-'));
  const lines: LogLine[] = [];
  const logger = recordingLogger(lines);
  const warehouse = await openWarehouse({ DATA_DIR: directory });
  const opened = await openState({ DATA_DIR: directory }, { now });
  const [state, elsewhere] = twoSides(opened);
  const stores = openStores(warehouse, now);
  // One hop, so that a test can send from many addresses.
  const settings = { TRUST_PROXY: '1', ADMIN_TOKEN: adminToken, EVENTS_READ_MAX: 200_000 };
  const deps: QueryAppDeps = {
    ...stores,
    settings,
    warehouse,
    state,
    logger,
    registry: new Registry(),
    ingestUrl: 'http://127.0.0.1:4001',
    queries: served,
    now,
  };
  const stops: (() => Promise<void>)[] = [];
  const start = async (given: QueryAppDeps) => {
    const app = createQueryApp(given);
    const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' });
    stops.push(async () => {
      await listener.drain(drainMs);
      await app.close();
    });
    return listener.url;
  };
  const url = await start(deps);
  const get = async (path: string, sent?: Sent) => withDecoding(await send(url, path, sent));
  return {
    url,
    deps,
    ...stores,
    async newKey(plan = 'enterprise') {
      const { workspaceId } = await stores.keyStore.createWorkspace({ name: 'Tenant', plan });
      return stores.keyStore.createKey(workspaceId, { type: 'secret' });
    },
    share: (workspaceId) =>
      stores.people.createShare({ workspaceId, name: '', passwordHash: null, filters: [], expiresAtMs: null }),
    state,
    elsewhere,
    warehouse,
    directory,
    send: get,
    get: (path, headers = {}) => get(path, { headers }),
    now,
    logged: () => lines,
    passSeconds: (seconds) => jest.setSystemTime(now() + seconds * 1000),
    startAnother: (other) => start({ ...deps, state: elsewhere, registry: new Registry(), ...other }),
    async stop() {
      closeConnections();
      for (const stop of stops) await stop();
      await opened.close();
      await warehouse.close();
      await rm(directory, { recursive: true });
      jest.useRealTimers();
    },
  };
}

/** Returns a state as two groups of processes have it. */
function twoSides(state: State): [State, State] {
  const here: (() => void)[] = [];
  const there: (() => void)[] = [];
  const side = (own: (() => void)[], others: (() => void)[]): State => ({
    ...state,
    onChange: (listener) => void own.push(listener),
    announceChange: async () => others.forEach((tell) => tell()),
  });
  return [side(here, there), side(there, here)];
}

/** Expects the envelope of an error whose message contains `named`, under a request ID. Returns the message. */
export function expectFailure(reply: Reply, status: number, code: string, named = ''): string {
  expect({ status: reply.status, body: reply.json() }).toEqual({
    status,
    body: { success: false, error: { code, message: expect.stringContaining(named) } },
  });
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  return Object(reply.json()).error.message;
}

function recordingLogger(lines: LogLine[]): Logger {
  return pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
}

function withDecoding(reply: Reply): TestReply {
  return { ...reply, decoded: (): unknown => JSON.parse(decode(reply).toString('utf8')) };
}

function decode({ headers, body }: Reply): Buffer {
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body);
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return body;
}

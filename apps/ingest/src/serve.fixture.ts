/** A whole ingest app for tests: real ports in a new directory, a real server, and the events on the bus. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus, type Assignment } from '@footfall/bus';
import { type Listener, listen, type ServerLimits } from '@footfall/http';
import { decodeEvent, type EnrichedEvent, type WorkspaceInput } from '@footfall/schemas';
import { openState, type State } from '@footfall/state';
import { createLogger, Registry } from '@footfall/process';
import { createKeyStore, type KeyStore, openWarehouse, type Warehouse } from '@footfall/warehouse';
import {
  createIngestApp,
  createPipeline,
  type IngestApp,
  type IngestAppDeps,
  type IngestLimits,
  ingestLimits,
} from './app.ts';
import type { Geography } from './lookups/geography.ts';

export interface Tenant {
  workspaceId: string;
  publicKey: string;
  secretKey: string;
}

/** Long deadlines, so that a busy machine does not refuse the events of a test. */
const unhurried = { identifyDeadlineMs: 60_000, acceptDeadlineMs: 60_000 };

/** The options of a test's app that differ from the usual ones. */
export type Wishes = Partial<Omit<IngestAppDeps, 'limits'>> & {
  limits?: Partial<IngestLimits>;
  server?: Partial<ServerLimits>;
};

export interface Served {
  url: string;
  /** The URL of `/api/v1/events`. */
  eventsUrl: string;
  registry: Registry;
  /** The lines that the app has logged. */
  log: string[];
}

export interface ReadResponse {
  status: number;
  headers: Headers;
  /** Undefined without a body. */
  body: unknown;
}

export interface Rig {
  warehouse: Warehouse;
  bus: Bus;
  state: State;
  keyStore: KeyStore;
  tenant(input?: Partial<WorkspaceInput>): Promise<Tenant>;
  serve(wishes?: Wishes): Promise<Served>;
  /** Resolves with the events that were published since the last call. */
  taken(): Promise<EnrichedEvent[]>;
  close(): Promise<void>;
}

export const page = 'https://www.example.com/pricing';
export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Locates nothing, because these tests do not depend on the city database. */
const geography: Geography = { locate: () => ({ country: 'ZZ', city: '' }) };

/** Opens embedded ports in a new directory. */
export async function openRig(): Promise<Rig> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-ingest-'));
  const settings = { DATA_DIR: directory };
  const warehouse = await openWarehouse(settings);
  const bus = await openBus({ KAFKA_TOPIC: 'events', ...settings, KAFKA_PARTITIONS: 1 });
  const state = await openState(settings, { now: Date.now });
  const keyStore = createKeyStore(warehouse, Date.now);
  const follower = await follow(bus);
  const listeners: Listener[] = [];
  const apps: IngestApp[] = [];

  return {
    warehouse,
    bus,
    state,
    keyStore,
    tenant: (input) => makeTenant(keyStore, input),
    async serve({ server, ...wishes } = {}) {
      const registry = new Registry();
      const log: string[] = [];
      const app = createIngestApp({
        settings: {},
        bus,
        state,
        warehouse,
        keyStore,
        pipeline: createPipeline({ geography, state, now: Date.now }),
        logger: createLogger('test', { write: (line) => log.push(line) }),
        registry,
        now: Date.now,
        ...wishes,
        limits: { ...ingestLimits, ...unhurried, ...wishes.limits },
      });
      const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'INGEST_PORT' }, server);
      listeners.push(listener);
      apps.push(app);
      return { url: listener.url, eventsUrl: `${listener.url}/api/v1/events`, registry, log };
    },
    taken: () => follower.read(),
    async close() {
      await Promise.all(listeners.map((listener) => listener.drain(0)));
      await Promise.all(apps.map((app) => app.close()));
      await follower.stop();
      await state.close();
      await bus.close();
      await warehouse.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function makeTenant(keyStore: KeyStore, input: Partial<WorkspaceInput> = {}): Promise<Tenant> {
  const { workspaceId } = await keyStore.createWorkspace({ name: 'Test', ...input });
  const publicKey = await keyStore.createKey(workspaceId, { type: 'public' });
  const secretKey = await keyStore.createKey(workspaceId, { type: 'secret' });
  return { workspaceId, publicKey: publicKey.key, secretKey: secretKey.key };
}

/** Reads each event on the bus once. */
async function follow(bus: Bus): Promise<{ read(): Promise<EnrichedEvent[]>; stop(): Promise<void> }> {
  let take: (assignment: Assignment) => void = () => undefined;
  const assigned = new Promise<Assignment>((resolve) => {
    take = resolve;
  });
  const consumption = await bus.consume(async (assignment) => {
    take(assignment);
    await new Promise((resolve) => assignment.revoked.addEventListener('abort', resolve));
  });
  const assignment = await assigned;
  let position = 0;
  return {
    async read() {
      const events: EnrichedEvent[] = [];
      while (position < (await assignment.endOffset())) {
        const records = await assignment.read(position, { recordsMax: 2_000, bytesMax: 64 << 20, waitMs: 1_000 });
        position += records.length;
        for (const { value, offset } of records) {
          const event = decodeEvent(value, offset);
          if (typeof event === 'string') throw new Error(event);
          events.push(event);
        }
      }
      return events;
    },
    stop: () => consumption.stop(),
  };
}

export const pageview = { type: '$pageview', url: page };

/** POSTs `body` (as JSON unless it is text or bytes) with a browser's user agent. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<ReadResponse> {
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': chrome, ...headers },
    body: raw,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** The error envelope with `code`, whatever its message. */
export function errorBody(code: string, message: unknown = expect.any(String)): unknown {
  return { success: false, error: { code, message } };
}

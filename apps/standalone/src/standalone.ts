/** The whole product in one process: opens the ports, runs ingest, consumer and query on them. */
import { Authenticator, SessionKeeper } from '@footfall/auth';
import { openBus, openBusDirectory } from '@footfall/bus';
import { createConsumer } from '@footfall/consumer';
import { restoreTail } from '@footfall/consumer/reconcile';
import {
  clientAddressReader,
  listen,
  listenOnSocket,
  reachableUrl,
  requestOriginReader,
  serverLimits,
} from '@footfall/http';
import { createIngestApp, createPipeline, type IngestLimits, ingestLimits, openGeography } from '@footfall/ingest';
import { createAdminApp, createQueryApp } from '@footfall/query';
import { openState } from '@footfall/state';
import { createLogger, createRegistry, Endings, type Logger } from '@footfall/process';
import {
  createAnnotationStore,
  createGoalStore,
  createKeyStore,
  createPeopleStore,
  openWarehouse,
  queries,
} from '@footfall/warehouse';
import { areValid, type Credentials, ensureCredentials } from './credentials.ts';
import { claimDataDir } from './data-dir.ts';
import { exposedFiles } from './exposed-files.ts';
import { Listeners } from './listeners.ts';
import { createLocalApi } from './local/local-api.ts';
import { createOwnerToken } from './owner-token.ts';
import { awaitReady } from './ready.ts';
import type { StandaloneSettings } from './settings.ts';

export { type Credentials } from './credentials.ts';
export { type StandaloneSettings, standaloneSettingsSchema } from './settings.ts';

/** The time that requests in progress have to finish when the process stops; clients that stall have less. */
const listenerDrainMs = 10_000;

/** Overrides for tests: another clock, a quiet log, wrapped ports. */
export interface StandaloneOverrides {
  /** Epoch milliseconds. */
  now?: () => number;
  logger?: Logger;
  openBus?: typeof openBus;
  openWarehouse?: typeof openWarehouse;
  ingestLimits?: Partial<IngestLimits>;
}

export interface Standalone {
  apiUrl: string;
  ingestUrl: string;
  adminSocket: string;
  /** An absolute path. */
  dataDir: string;
  credentials: Credentials;
  /** False if the keys in credentials.json have been revoked or lost. */
  areCredentialsValid: boolean;
  /** Returns the token of a new link that makes the first owner; undefined if there is an owner already. */
  createOwnerToken(): Promise<string | undefined>;
  /** Resolves once every event accepted before the call can be read. */
  drain(): Promise<void>;
  /** Stops accepting, stores everything accepted, and closes all parts; if `hurry` aborts, at once. */
  stop(hurry?: AbortSignal): Promise<void>;
  /** Rejects if a part ends with a fault that no retry can fix. */
  failed: Promise<never>;
}

/** Resolves once requests are served. Rejects with a StartError that describes the problem with the settings, the data directory, the ports or the platform; nothing stays open then. */
export async function startStandalone(
  settings: StandaloneSettings,
  overrides: StandaloneOverrides = {},
): Promise<Standalone> {
  const endings = new Endings();
  try {
    return await start(settings, overrides, endings);
  } catch (error) {
    // The reason not to start is reported; a part that fails to close adds nothing to it.
    await endings.run();
    throw error;
  }
}

async function start(
  settings: StandaloneSettings,
  overrides: StandaloneOverrides,
  endings: Endings,
): Promise<Standalone> {
  const now = overrides.now ?? Date.now;
  const logger = overrides.logger ?? createLogger('footfall');
  const registry = createRegistry();
  const clientAddress = clientAddressReader(settings.TRUST_PROXY);
  const claim = await claimDataDir(settings.DATA_DIR);
  endings.add('the claim', () => claim.release());
  const { dataDir, adminSocketPath } = claim;

  const directory = await openBusDirectory(settings, logger);
  if (directory) endings.add('the log', () => directory.close());
  const bus = await (overrides.openBus ?? openBus)(settings, directory);
  endings.add('the bus', () => bus.close());
  const warehouse = await (overrides.openWarehouse ?? openWarehouse)(settings, { now, logger });
  endings.add('the warehouse', () => warehouse.close());
  const isEmbedded = settings.KAFKA_BROKERS === undefined && settings.CLICKHOUSE_URL === undefined;
  if (isEmbedded) {
    const restored = await restoreTail({ bus, warehouse });
    if (restored > 0)
      logger.warn({ events: restored }, 'Events that the warehouse had lost were restored from the log');
  }
  const state = await openState(settings, { now, logger, log: directory });
  endings.add('the state', () => state.close());
  const geography = await openGeography(settings.GEOIP_CITY_DB);

  const keyStore = createKeyStore(warehouse, now);
  const authenticator = new Authenticator(keyStore, now);
  const people = createPeopleStore(warehouse, now);
  const sessions = new SessionKeeper(people, now);
  const credentials = await ensureCredentials(dataDir, keyStore);
  for (const warning of await exposedFiles(dataDir)) logger.warn(warning);

  const consumer = createConsumer({
    bus,
    warehouse,
    logger,
    registry,
    now,
    skipsLostRecords: settings.KAFKA_OFFSET_RESET === 'earliest',
    eventsReadMax: settings.EVENTS_READ_MAX,
  });
  await consumer.start();
  endings.add('the consumer', async () => {
    await consumer.drain();
    await consumer.stop();
  });

  const shared = { state, warehouse, keyStore, authenticator, logger, registry, now };
  const ingest = createIngestApp({
    ...shared,
    settings,
    bus,
    pipeline: createPipeline({ geography, state, now }),
    limits: { ...ingestLimits, ...overrides.ingestLimits },
  });
  const listeners = new Listeners();
  const { HOST, API_PORT, INGEST_PORT } = settings;
  const apps = [ingest];
  endings.add('the servers', async () => {
    await listeners.drain(listenerDrainMs);
    await Promise.all(apps.map((app) => app.close()));
  });
  const ingestUrl = await listeners.add(
    listen(ingest.handler, { host: HOST, port: INGEST_PORT, portSetting: 'INGEST_PORT' }, serverLimits),
  );

  const api = {
    ...shared,
    people,
    sessions,
    goals: createGoalStore(warehouse, now),
    annotations: createAnnotationStore(warehouse, now),
    clientAddress,
    requestOrigin: requestOriginReader(settings.TRUST_PROXY),
    ingestUrl: settings.INGEST_URL ?? reachableUrl(ingestUrl),
  };
  const query = createQueryApp({
    ...api,
    adminToken: settings.ADMIN_TOKEN,
    metricsToken: settings.METRICS_TOKEN,
    queriesAtOnceMax: settings.QUERIES_AT_ONCE,
    eventsReadMax: settings.EVENTS_READ_MAX,
    queries,
  });
  apps.push(query);
  const apiUrl = await listeners.add(
    listen(query.handler, { host: HOST, port: API_PORT, portSetting: 'API_PORT' }, serverLimits),
  );
  // Anybody who can open the socket can also read the data directory, so it requires no token.
  const admin = createAdminApp({ ...api, limits: state.limits });
  const addresses = { apiUrl: reachableUrl(apiUrl), ingestUrl: reachableUrl(ingestUrl) };
  const local = createLocalApi(
    { ...addresses, bus, warehouse, eventsReadMax: settings.EVENTS_READ_MAX, logger },
    admin.handler,
  );
  const adminSocket = await listeners.add(listenOnSocket(local.handler, adminSocketPath));
  endings.add('the work on the store', () => local.close());

  await awaitReady([apiUrl, ingestUrl]);
  return {
    apiUrl,
    ingestUrl,
    adminSocket,
    dataDir,
    credentials,
    areCredentialsValid: await areValid(credentials, keyStore),
    createOwnerToken: () => createOwnerToken(people),
    failed: consumer.failed,
    drain: () => consumer.drain(),
    async stop(hurry) {
      const [failure] = await endings.run(hurry);
      if (failure) throw failure.error;
    },
  };
}

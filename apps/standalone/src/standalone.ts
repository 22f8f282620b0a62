/** The whole product in one process: ingest, consumer and query on the same ports. */
import { createConsumer, requirePositions } from '@footfall/consumer';
import { restoreTail } from '@footfall/consumer/reconcile';
import { clientAddressReader, listen, type Listener, listenOnSocket, serverLimits } from '@footfall/http';
import { createIngestApp, createPipeline, type IngestLimits, ingestLimits, openGeography } from '@footfall/ingest';
import { createAdminApp, createQueryApp } from '@footfall/query';
import { reachableUrl } from '@footfall/process/server-url';
import { createRegistry, Endings, type Logger } from '@footfall/process';
import type { Credentials } from '@footfall/schemas';
import { openStores, queries } from '@footfall/warehouse';
import { createOwnerToken, ensureCredentials, findValidKeys, keepCredentials, type ValidKeys } from './credentials.ts';
import { exposedFiles } from './exposed-files.ts';
import { createLocalApi } from './local-api.ts';
import { openPorts, type Ports } from './ports.ts';
import { awaitReady } from './ready.ts';
import type { StandaloneSettings } from './settings.ts';

export { openPorts, type Ports } from './ports.ts';
export { type StandaloneSettings, standaloneSettingsSchema } from './settings.ts';

/** The time that requests in progress have to finish when the process stops; clients that stall have less. */
const listenerDrainMs = 10_000;

export interface StandaloneParts {
  settings: StandaloneSettings;
  ports: Ports;
  ingestLimits: IngestLimits;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
  /** Contains the endings of the ports; those of the apps are added. */
  endings: Endings;
}

export interface Standalone {
  apiUrl: string;
  ingestUrl: string;
  /** An absolute path. */
  dataDir: string;
  credentials: Credentials;
  /** The keys that are accepted; undefined if their workspace was deleted. */
  validKeys: ValidKeys | undefined;
  /** Returns the token of a new link that makes the first owner; undefined if there is an owner already. */
  createOwnerToken(): Promise<string | undefined>;
  /** Resolves once every event accepted before the call can be read. */
  drain(): Promise<void>;
  /** The steps of `stop`. A program can take them over, to run them when it ends. */
  endings: Endings;
  /** Stops accepting, stores everything accepted, and closes all parts. */
  stop(): Promise<void>;
  /** Rejects if a part ends with a fault that no retry can fix. */
  failed: Promise<never>;
}

/** Resolves once requests are served. Rejects with a StartError that describes the problem with the settings, the data directory, the ports or the platform; nothing stays open then. */
export async function startStandalone(
  settings: StandaloneSettings,
  { logger }: { logger: Logger },
): Promise<Standalone> {
  const now = Date.now;
  const endings = new Endings();
  try {
    const ports = await openPorts(settings, { logger, now, endings });
    return await startOnPorts({ settings, ports, ingestLimits, logger, now, endings });
  } catch (error) {
    // The reason not to start is reported; a part that fails to close adds nothing to it.
    await endings.run();
    throw error;
  }
}

/** Resolves once requests are served. `endings` closes what was opened, even after a rejection. */
export async function startOnPorts(parts: StandaloneParts): Promise<Standalone> {
  const { settings, ports, logger, now, endings } = parts;
  const { dataDir, adminSocketPath, bus, warehouse, state } = ports;
  const registry = createRegistry();
  // The apps read TRUST_PROXY as well, but a start that is refused for it must not have changed anything.
  clientAddressReader(settings.TRUST_PROXY);

  const skipsLostRecords = settings.KAFKA_OFFSET_RESET === 'earliest';
  // Before anything listens: a log that is refused must not grow, or it could no longer be replaced by the right one without a loss.
  if (settings.KAFKA_BROKERS === undefined) await requirePositions(bus, { warehouse, logger, skipsLostRecords });
  if (settings.CLICKHOUSE_URL === undefined) {
    const restored = await restoreTail({ bus, warehouse });
    if (restored > 0)
      logger.warn({ events: restored }, 'Events that the warehouse had lost were restored from the log');
  }
  const geography = openGeography(settings.GEOIP_CITY_DB);

  const stores = openStores(warehouse, now);
  const credentials = await ensureCredentials(dataDir, stores.keyStore);
  // It may have read the list of workspaces before the first one was created.
  stores.people.forget();
  for (const warning of await exposedFiles(dataDir)) logger.warn(warning);

  const consumer = createConsumer({
    bus,
    warehouse,
    logger,
    registry,
    now,
    skipsLostRecords,
    eventsReadMax: settings.EVENTS_READ_MAX,
  });
  // It may fail before anything waits for it.
  consumer.failed.catch(() => {});
  await consumer.start();
  endings.add('consumer', async () => {
    await consumer.drain();
    await consumer.stop();
  });

  const shared = { ...stores, settings, state, warehouse, logger, registry, now };
  const ingest = createIngestApp({
    ...shared,
    bus,
    pipeline: createPipeline({ geography, state, now }),
    limits: parts.ingestLimits,
  });
  const listeners: Listener[] = [];
  const { HOST, API_PORT, INGEST_PORT } = settings;
  const apps = [ingest];
  endings.add('servers', async () => {
    // At the same time: in sequence, each would wait for its own slow clients.
    await Promise.all(listeners.map((listener) => listener.drain(listenerDrainMs)));
    await Promise.all(apps.map((app) => app.close()));
  });
  const opened = async (opening: Promise<Listener>) => {
    const listener = await opening;
    listeners.push(listener);
    return listener.url;
  };
  const ingestUrl = await opened(
    listen(ingest.handler, { host: HOST, port: INGEST_PORT, portSetting: 'INGEST_PORT' }, serverLimits),
  );

  const api = {
    ...shared,
    ingestUrl: settings.INGEST_URL ?? reachableUrl(ingestUrl),
    onKeyRotated: keepCredentials(dataDir, stores.keyStore, logger),
  };
  const query = createQueryApp({ ...api, queries });
  apps.push(query);
  const apiUrl = await opened(
    listen(query.handler, { host: HOST, port: API_PORT, portSetting: 'API_PORT' }, serverLimits),
  );
  // Anybody who can open the socket can also read the data directory, so it requires no token.
  const admin = createAdminApp(api);
  const addresses = { apiUrl: reachableUrl(apiUrl), ingestUrl: reachableUrl(ingestUrl) };
  const local = createLocalApi(
    { ...addresses, bus, warehouse, eventsReadMax: settings.EVENTS_READ_MAX, logger },
    admin.handler,
  );
  await opened(listenOnSocket(local.handler, adminSocketPath));
  endings.add('local jobs', () => local.close());

  await Promise.race([awaitReady(apps), consumer.failed]);
  return {
    apiUrl,
    ingestUrl,
    dataDir,
    credentials,
    validKeys: await findValidKeys(credentials, stores.keyStore),
    createOwnerToken: () => createOwnerToken(stores.people),
    failed: consumer.failed,
    drain: () => consumer.drain(),
    endings,
    async stop() {
      const [failure] = await endings.run();
      if (failure) throw failure.error;
    },
  };
}

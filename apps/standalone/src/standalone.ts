/** The whole product in one process: ingest, consumer and query on the same ports. */
import { createConsumer, requirePositions } from '@footfall/consumer';
import { restoreTail } from '@footfall/consumer/reconcile';
import { clientAddressReader, listen, type Listener, listenOnSocket } from '@footfall/http';
import { createIngestApp, createPipeline, type IngestLimits, openGeography } from '@footfall/ingest';
import { createAdminApp, createQueryApp } from '@footfall/query';
import { reachableUrl } from '@footfall/process/server-url';
import { createRegistry, type Lifetime, listenerDrainMs, type Logger } from '@footfall/process';
import type { Credentials } from '@footfall/schemas';
import { openStores, queries } from '@footfall/warehouse';
import { createOwnerToken, ensureCredentials, findValidKeys, keepCredentials, type ValidKeys } from './credentials.ts';
import { exposedFiles } from './exposed-files.ts';
import { createLocalApi, type LocalApi } from './local-api.ts';
import type { Ports } from './ports.ts';
import type { StandaloneSettings } from './settings.ts';

export { openPorts, type Ports } from './ports.ts';
export { type StandaloneSettings, standaloneSettingsSchema } from './settings.ts';

export interface StandaloneParts {
  settings: StandaloneSettings;
  ports: Ports;
  ingestLimits: IngestLimits;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

export interface Standalone {
  /** The URLs at which this machine reaches the two ports. */
  apiUrl: string;
  ingestUrl: string;
  /** An absolute path. */
  dataDir: string;
  credentials: Credentials;
  /** The keys that are accepted; undefined if their workspace was deleted. */
  validKeys: ValidKeys | undefined;
  /** Returns the token of a new link that creates the first owner; undefined if there is an owner already. */
  createOwnerToken(): Promise<string | undefined>;
}

/** Serves until the process stops, after storing all accepted events. Resolves once requests are served. Rejects with a StartError that describes the problem with a setting, a port or the log. */
export async function startOnPorts(
  { settings, ports, ingestLimits: limits, logger, now }: StandaloneParts,
  { onStop, fail }: Lifetime,
): Promise<Standalone> {
  const { dataDir, adminSocketPath, bus, warehouse, state } = ports;
  const registry = createRegistry();
  // The apps read TRUST_PROXY as well, but a start that is refused for it must not have changed anything.
  clientAddressReader(settings.TRUST_PROXY);

  const skipsLostRecords = settings.KAFKA_OFFSET_RESET === 'earliest';
  // Before anything listens: a log that is refused must not grow, or replacing it by the right one would lose events.
  if (settings.KAFKA_BROKERS === undefined) await requirePositions(bus, { warehouse, logger, skipsLostRecords });
  if (settings.CLICKHOUSE_URL === undefined) {
    const restored = await restoreTail({ bus, warehouse });
    if (restored > 0)
      logger.warn({ events: restored }, 'Events that the warehouse had lost were restored from the log');
  }
  const geography = openGeography(settings.GEOIP_CITY_DB);

  const stores = openStores(warehouse, now);
  const credentials = await ensureCredentials(dataDir, stores.keyStore);
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
  consumer.failed.catch(fail);
  await consumer.start();
  onStop('consumer', async () => {
    await consumer.drain();
    await consumer.stop();
  });

  const shared = { ...stores, settings, state, warehouse, logger, registry, now };
  const ingest = createIngestApp({
    ...shared,
    bus,
    pipeline: createPipeline({ geography, state, now }),
    limits,
  });
  const listeners: Listener[] = [];
  const { HOST, API_PORT, INGEST_PORT } = settings;
  const apps = [ingest];
  let local: LocalApi | undefined;
  onStop('servers', async () => {
    // In parallel: in sequence, each would wait for the slow clients of another, or for a job of the command line.
    await Promise.all([...listeners.map((listener) => listener.drain(listenerDrainMs.standalone)), local?.close()]);
    await Promise.all(apps.map((app) => app.close()));
  });
  const opened = async (opening: Promise<Listener>) => {
    const listener = await opening;
    listeners.push(listener);
    return reachableUrl(listener.url);
  };
  const ingestUrl = await opened(listen(ingest.handler, { host: HOST, port: INGEST_PORT, portSetting: 'INGEST_PORT' }));

  const api = {
    ...shared,
    ingestUrl: settings.INGEST_URL ?? ingestUrl,
    onKeyRotated: keepCredentials(dataDir, stores.keyStore, logger),
  };
  const query = createQueryApp({ ...api, queries });
  apps.push(query);
  const apiUrl = await opened(listen(query.handler, { host: HOST, port: API_PORT, portSetting: 'API_PORT' }));
  // A user who can open the socket can also read the data directory, so it requires no token.
  local = createLocalApi(
    { apiUrl, ingestUrl, bus, warehouse, eventsReadMax: settings.EVENTS_READ_MAX, logger },
    createAdminApp(api),
  );
  await opened(listenOnSocket(local.handler, adminSocketPath));

  return {
    apiUrl,
    ingestUrl,
    dataDir,
    credentials,
    validKeys: await findValidKeys(credentials, stores.keyStore),
    createOwnerToken: () => createOwnerToken(stores.people),
  };
}

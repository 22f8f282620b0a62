/** A separate server of each kind, to be killed and frozen. */
import { type OwnServer, type OwnServerOptions, ownServer, type ServerKind } from '@footfall/test-servers';
import type { ProductSettings } from './cluster.ts';

export type OwnServers = Readonly<Record<ServerKind, OwnServer>> & {
  readonly settings: ProductSettings;
  /** Resolves once all three respond, whatever their state was. */
  recover(): Promise<void>;
  remove(): Promise<void>;
};

/** Starts all three at once. */
export async function ownServers({ kafka: options }: { kafka?: OwnServerOptions } = {}): Promise<OwnServers> {
  const [kafka, clickhouse, redis] = await Promise.all([
    ownServer('kafka', options),
    ownServer('clickhouse'),
    ownServer('redis'),
  ]);
  const all = [kafka, clickhouse, redis];
  return {
    kafka,
    clickhouse,
    redis,
    settings: settingsOf(kafka, clickhouse, redis),
    recover: async () => void (await Promise.all(all.map((server) => server.recover()))),
    remove: async () => void (await Promise.all(all.map((server) => server.remove()))),
  };
}

/** Returns the settings of a product on all three. No other test uses them, so its names need not be unique. */
function settingsOf(kafka: OwnServer, clickhouse: OwnServer, redis: OwnServer): ProductSettings {
  const { KAFKA_BROKERS } = kafka.settings;
  const { CLICKHOUSE_URL } = clickhouse.settings;
  const { REDIS_URL } = redis.settings;
  if (KAFKA_BROKERS === undefined || CLICKHOUSE_URL === undefined || REDIS_URL === undefined)
    throw new Error('a server does not say how to reach it');
  return { KAFKA_BROKERS, KAFKA_TOPIC: 'cluster', CLICKHOUSE_URL, CLICKHOUSE_DATABASE: 'cluster', REDIS_URL };
}

/** A separate product on servers that others use as well: with its own topic, database and keys. */
import { randomBytes } from 'node:crypto';

/** Settings that lead to the three servers. */
export interface ServerSettings {
  KAFKA_BROKERS: string;
  CLICKHOUSE_URL: string;
  REDIS_URL: string;
}

/** The settings that lead to the servers, and to this product's data there. */
export interface ProductSettings extends ServerSettings {
  KAFKA_TOPIC: string;
  CLICKHOUSE_DATABASE: string;
}

/** Returns `servers` with unique names. */
export function apart(servers: ServerSettings): ProductSettings {
  const name = `cluster_${randomBytes(6).toString('hex')}`;
  const redis = new URL(servers.REDIS_URL);
  redis.searchParams.set('keyPrefix', `${name}:`);
  return { ...servers, KAFKA_TOPIC: name, CLICKHOUSE_DATABASE: name, REDIS_URL: redis.href };
}

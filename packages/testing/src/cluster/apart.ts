/** A product of its own on servers that others use as well: a topic, a database and keys that nobody else has. */
import { randomBytes } from 'node:crypto';

/** Settings that lead to the three servers. */
export interface ServerSettings {
  KAFKA_BROKERS: string;
  CLICKHOUSE_URL: string;
  REDIS_URL: string;
}

/** And to what is this product's there. */
export interface ProductSettings extends ServerSettings {
  KAFKA_TOPIC: string;
  CLICKHOUSE_DATABASE: string;
}

/** `servers` with names that nobody has used. */
export function apart(servers: ServerSettings): ProductSettings {
  const name = `cluster_${randomBytes(6).toString('hex')}`;
  const redis = new URL(servers.REDIS_URL);
  redis.searchParams.set('keyPrefix', `${name}:`);
  return { ...servers, KAFKA_TOPIC: name, CLICKHOUSE_DATABASE: name, REDIS_URL: redis.href };
}

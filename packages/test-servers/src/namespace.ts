/** A namespace on the servers for one suite: a topic, a database and a key prefix with unique names. */
import { randomBytes } from 'node:crypto';
import { requestClickHouse } from './request-clickhouse.ts';
import type { Servers } from './servers.ts';

export interface Namespace {
  /** Settings of the product; those of missing servers are absent. */
  readonly settings: Readonly<Record<string, string>>;
  /** Deletes all data in it. No product may be using it. */
  remove(): Promise<void>;
}

/** The number of partitions: enough to spread events, and few enough that each has some. */
const partitions = '3';

/** Reserves names on `found`, which may be any of the servers, or none. */
export function ownNamespace(found: Servers): Namespace {
  const { KAFKA_BROKERS, CLICKHOUSE_URL, REDIS_URL } = found;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const keyPrefix = `${name}:`;
  return {
    settings: {
      ...(KAFKA_BROKERS !== undefined && { KAFKA_BROKERS, KAFKA_TOPIC: name, KAFKA_PARTITIONS: partitions }),
      ...(CLICKHOUSE_URL !== undefined && { CLICKHOUSE_URL, CLICKHOUSE_DATABASE: name }),
      ...(REDIS_URL !== undefined && { REDIS_URL: withPrefix(REDIS_URL, keyPrefix) }),
    },
    async remove() {
      await Promise.all([
        KAFKA_BROKERS !== undefined && deleteTopics(KAFKA_BROKERS.split(','), name),
        CLICKHOUSE_URL !== undefined && requestClickHouse(CLICKHOUSE_URL, `DROP DATABASE IF EXISTS ${name} SYNC`),
        REDIS_URL !== undefined && deleteKeys(REDIS_URL, keyPrefix),
      ]);
    },
  };
}

function withPrefix(url: string, keyPrefix: string): string {
  const prefixed = new URL(url);
  prefixed.searchParams.set('keyPrefix', keyPrefix);
  return prefixed.href;
}

/** Deletes the topic `name`, those that the product has named after it, and the groups that read them. */
async function deleteTopics(brokers: string[], name: string): Promise<void> {
  const { Kafka, logLevel } = await import('kafkajs');
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const isOurs = (text: string) => text.includes(name);
    const topics = (await admin.listTopics()).filter(isOurs);
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const { groups } = await admin.listGroups();
    const ids = groups.map(({ groupId }) => groupId).filter(isOurs);
    // The group of a killed member has a member until its session times out: Kafka then deletes it.
    if (ids.length > 0) await admin.deleteGroups(ids).catch(() => {});
  } finally {
    await admin.disconnect();
  }
}

async function deleteKeys(url: string, keyPrefix: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url);
  try {
    const keys = await redis.keys(`${keyPrefix}*`);
    if (keys.length > 0) await redis.del(keys);
  } finally {
    redis.disconnect();
  }
}

/** The container of each kind of server, and the product's settings for it. */
import { clickhouseResponds, kafkaResponds, redisResponds } from './responding.ts';
import type { Servers } from './servers.ts';

/** A service of docker-compose.yml. */
export type ServerKind = 'kafka' | 'clickhouse' | 'redis';

export interface OwnServerOptions {
  /** The port on 127.0.0.1. Default: a free port. */
  port?: number;
  /** Kafka: the advertised port if it is a different one, such as a proxy's. */
  advertisedPort?: number;
}

export interface Kind {
  containerPort: number;
  environment: (advertisedPort: number) => Record<string, string>;
  /** The command of the container; empty for that of the image. */
  command: string[];
  /** Returns settings of the product. */
  settings: (advertisedPort: number) => Servers;
  responds: (port: number) => Promise<boolean>;
}

const clickhouse = { user: 'footfall', password: 'of-the-tests' };
/** A killed server keeps what it has written to its file without `fsync`, which would delay its responses while the disk is busy. */
const redisCommand = 'valkey-server --bind 0.0.0.0 --protected-mode no --appendonly yes --appendfsync no'.split(' ');

export const kinds: Readonly<Record<ServerKind, Kind>> = {
  kafka: {
    containerPort: 9092,
    environment: (advertisedPort) => ({
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_NODE_ID: '1',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      // A broker sends each client to its advertised address. Tools in the container use another one.
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://localhost:9093,INSIDE://localhost:9094',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${advertisedPort},INSIDE://localhost:9094`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,INSIDE:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
      KAFKA_LOG_DIRS: '/var/lib/kafka/data',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_HEAP_OPTS: '-Xms256m -Xmx512m',
      // Brokers of tests run for minutes: optimizing their code takes longer than running it, and half of the time of a start.
      JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1',
    }),
    command: [],
    settings: (advertisedPort) => ({ KAFKA_BROKERS: `127.0.0.1:${advertisedPort}` }),
    responds: kafkaResponds,
  },
  clickhouse: {
    containerPort: 8123,
    environment: () => ({ CLICKHOUSE_USER: clickhouse.user, CLICKHOUSE_PASSWORD: clickhouse.password }),
    command: [],
    settings: (port) => ({ CLICKHOUSE_URL: `http://${clickhouse.user}:${clickhouse.password}@127.0.0.1:${port}` }),
    responds: clickhouseResponds,
  },
  redis: {
    containerPort: 6379,
    environment: () => ({}),
    command: redisCommand,
    settings: (port) => ({ REDIS_URL: `redis://127.0.0.1:${port}` }),
    responds: redisResponds,
  },
};

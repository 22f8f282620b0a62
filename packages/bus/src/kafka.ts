/** The bus on Kafka: for any number of processes. Each partition is assigned to one of them at a time. */
import type { Logger } from '@footfall/process';
import type { Bus, LogPartition } from './port.ts';
import { ClusterConnection } from './kafka/cluster.ts';
import { GroupConsumption } from './kafka/consume.ts';
import { recreatedTopic } from './kafka/faults.ts';
import { GroupOffsets } from './kafka/group-offsets.ts';
import { readDeadLetters } from './kafka/dead-letters.ts';
import type { KafkaBusLimits } from './kafka/limits.ts';
import { PartitionLog } from './kafka/partition-log.ts';
import { PartitionReader } from './kafka/partition-reader.ts';
import { KafkaPublisher } from './kafka/publisher.ts';
import { untilStarted } from './kafka/start.ts';
import { prepareTopics, topicNames } from './kafka/topics.ts';
import { TopicLookup } from './kafka/topic-lookup.ts';

export interface KafkaAddress {
  /** Each as `host:port`. */
  brokers: readonly string[];
  /** Dead letters go to `<topic>.dead-letters`. */
  topic: string;
  /** The number of partitions of a new topic; undefined if missing topics are refused. */
  partitions: number | undefined;
}

/** Creates or refuses missing topics, and connects. Rejects with a StartError if no broker responds, a missing topic is refused, or the configuration of a topic would lose events. */
export async function openKafkaBus(
  address: KafkaAddress,
  limits: KafkaBusLimits,
  logger?: Pick<Logger, 'warn'>,
): Promise<Bus> {
  const { brokers, topic } = address;
  await untilStarted(brokers, () => prepareTopics(brokers, topic, address.partitions, logger));
  const names = topicNames(topic);
  const lookup = new TopicLookup(brokers, topic);
  const connection = new ClusterConnection(brokers, topic);
  const publisher = new KafkaPublisher(brokers, lookup, limits.metadataAgeMs);
  try {
    await untilStarted(brokers, () => publisher.connect());
  } catch (error) {
    await publisher.close();
    throw error;
  }
  let consumption: GroupConsumption | undefined;

  async function logPartition(partition: number, topicId: string): Promise<Omit<LogPartition, 'committed'>> {
    const log = new PartitionLog(connection, partition);
    const reader = new PartitionReader(
      log,
      async () => {
        if ((await lookup.requireIdentity()).topicId !== topicId) throw recreatedTopic();
      },
      limits.stallMaxMs,
    );
    return {
      partition,
      topicId,
      ...(await log.bounds()),
      read: (from, readLimits) => reader.read(from, readLimits, new AbortController().signal),
    };
  }

  return {
    publish: (to, records) => publisher.publish(names[to], records),
    async consume(handler) {
      consumption = new GroupConsumption({ brokers, topic }, lookup, limits, handler);
      await consumption.joined();
      return consumption;
    },
    async partitions() {
      const { topicId, partitions } = await lookup.requireIdentity();
      const numbers = [...Array(partitions).keys()];
      const committed = await new GroupOffsets(connection).read(numbers, topicId);
      const logs = await Promise.all(numbers.map((partition) => logPartition(partition, topicId)));
      return logs.map((log) => ({ ...log, committed: committed.get(log.partition) }));
    },
    deadLetters: (max) => readDeadLetters(brokers, names['dead-letters'], max),
    async ping() {
      await lookup.requireIdentity();
    },
    async close() {
      await consumption?.stop();
      await publisher.close();
      connection.close();
    },
  };
}

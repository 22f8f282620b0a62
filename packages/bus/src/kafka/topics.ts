/** The topics of the bus: created if they are missing, refused if their configuration would lose events. */
import { StartError, unavailable } from '@footfall/errors';
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs';
import { type Logger, withDeadline } from '@footfall/process';
import { KafkaClient } from './client.ts';
import { throwTooSlow } from './faults.ts';
import { clientLimits } from './limits.ts';
import type { Topic } from '../port.ts';
import { TopicLookup } from './topic-lookup.ts';

const defaultReplication = -1;
/** The size of the largest request with Kafka's overhead, which is also Kafka's default. */
const messageBytesMin = 1_000_000;
/** The maximum size of a dead letter, which contains a record of any size as base64. */
const deadLetterBytes = 4 << 20;
const createDeadlineMs = 20_000;

export function topicNames(topic: string): Record<Topic, string> {
  return { events: topic, 'dead-letters': `${topic}.dead-letters` };
}

/** Creates missing topics, with a warning for each, because its name may be misspelt, and checks both; without `partitions`, missing ones are refused. Rejects with a StartError that says what to do if one cannot be used, and with UNAVAILABLE if a broker does not know one yet. */
export async function prepareTopics(
  brokers: readonly string[],
  topic: string,
  partitions: number | undefined,
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const names = topicNames(topic);
  const client = new KafkaClient(brokers);
  const admin = client.kafka.admin();
  try {
    await withDeadline(admin.connect(), clientLimits.deadlineMs, throwTooSlow);
    const missing = await missingOf(brokers, Object.values(names));
    if (missing.length > 0) {
      if (partitions === undefined) {
        throw new StartError(
          `There is no topic ${missing[0]}: set KAFKA_TOPIC to the value that Footfall runs with, or start Footfall, which creates it`,
        );
      }
      const created = await create(
        admin,
        newTopics(names, partitions).filter(({ topic: name }) => missing.includes(name)),
      );
      for (const { topic: name, numPartitions } of created) {
        logger?.warn({ topic: name, partitions: numPartitions }, 'The topic did not exist and was created');
      }
    }
    for (const name of Object.values(names)) await checkTopic(admin, brokers, name);
  } finally {
    await withDeadline(admin.disconnect(), clientLimits.leaveMs, () => {}).catch(() => {});
    client.close();
  }
}

async function missingOf(brokers: readonly string[], topics: readonly string[]): Promise<string[]> {
  const found = await Promise.all(topics.map((topic) => new TopicLookup(brokers, topic).identity()));
  return topics.filter((_, index) => found[index] === undefined);
}

function newTopics(names: Record<Topic, string>, partitions: number): ITopicConfig[] {
  return [
    { topic: names.events, numPartitions: partitions, replicationFactor: defaultReplication },
    {
      topic: names['dead-letters'],
      numPartitions: 1,
      replicationFactor: defaultReplication,
      // Dead letters are few, and the operator may read them late.
      configEntries: [
        { name: 'retention.ms', value: '-1' },
        { name: 'max.message.bytes', value: String(deadLetterBytes) },
      ],
    },
  ];
}

/** Resolves with the topics that this process has created. */
async function create(admin: Admin, topics: ITopicConfig[]): Promise<ITopicConfig[]> {
  const creating = admin.createTopics({ topics, waitForLeaders: true });
  // False if another process was faster.
  const isCreated = await withDeadline(creating, createDeadlineMs, throwTooSlow);
  return isCreated ? topics : [];
}

async function checkTopic(admin: Admin, brokers: readonly string[], topic: string): Promise<void> {
  const identity = await new TopicLookup(brokers, topic).identity();
  // Brokers learn of a new topic one after the other, and another process may have created it.
  if (identity === undefined || identity.partitions === 0) throw unavailable(`The topic ${topic} does not exist yet`);
  const { resources } = await withDeadline(
    admin.describeConfigs({
      includeSynonyms: false,
      resources: [
        { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: ['cleanup.policy', 'max.message.bytes'] },
      ],
    }),
    clientLimits.deadlineMs,
    throwTooSlow,
  );
  const entries = new Map(
    resources.flatMap(({ configEntries }) =>
      configEntries.map(({ configName, configValue }) => [configName, configValue]),
    ),
  );
  if (entries.get('cleanup.policy')?.includes('compact')) {
    throw new StartError(`The topic ${topic} is compacted, which removes events: set its cleanup.policy to delete`);
  }
  const messageBytes = Number(entries.get('max.message.bytes'));
  if (messageBytes < messageBytesMin) {
    throw new StartError(
      `The topic ${topic} accepts messages of up to ${messageBytes} bytes: set its max.message.bytes to ${messageBytesMin} or more`,
    );
  }
}

/** A separate topic for a test, on the given brokers or those of the run. */
import { ownNamespace, servers } from '@footfall/test-servers';
import type { Admin } from 'kafkajs';
import type { Bus } from '../port.ts';
import { brokerList } from '../config.ts';
import { openKafkaBus } from '../kafka.ts';
import { KafkaClient } from './client.ts';
import { type KafkaBusLimits, kafkaBusLimits } from './limits.ts';

export interface TestTopic {
  readonly topic: string;
  readonly brokers: string[];
  /** Opens another bus on the topic, which `remove` closes. */
  open(limits?: Partial<KafkaBusLimits>): Promise<Bus>;
  /** Runs `use` with an admin client of kafkajs. */
  administer<Result>(use: (admin: Admin) => Promise<Result>): Promise<Result>;
  /** Closes every bus and deletes the topics and their groups. */
  remove(): Promise<void>;
}

/** Chooses the name of a topic, which opening the first bus creates. */
export function testTopic({ partitions = 1, brokers = servers().KAFKA_BROKERS ?? '' } = {}): TestTopic {
  const namespace = ownNamespace({ KAFKA_BROKERS: brokers });
  const { KAFKA_TOPIC: topic = '' } = namespace.settings;
  const list = brokerList(brokers);
  const buses = new Set<Bus>();

  async function open(limits: Partial<KafkaBusLimits> = {}): Promise<Bus> {
    const bus = await openKafkaBus({ brokers: list, topic, partitions }, { ...kafkaBusLimits, ...limits });
    buses.add(bus);
    return bus;
  }

  async function administer<Result>(use: (admin: Admin) => Promise<Result>): Promise<Result> {
    const client = new KafkaClient(list);
    const admin = client.kafka.admin();
    await admin.connect();
    try {
      return await use(admin);
    } finally {
      await admin.disconnect();
      client.close();
    }
  }

  return {
    topic,
    brokers: list,
    open,
    administer,
    async remove() {
      await Promise.all([...buses].map((bus) => bus.close()));
      await namespace.remove();
    },
  };
}

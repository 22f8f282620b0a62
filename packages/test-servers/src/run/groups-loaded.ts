/** Waits until a broker that has just started serves consumer groups: it loads them after it first responds. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, Kafka, KafkaJSProtocolError, logLevel } from 'kafkajs';

/** Groups are spread over the partitions of an internal topic of the broker, which are loaded one by one: each has some of these. */
const groups = Array.from({ length: 20 }, (_, index) => `loaded-${index}`);
const deadlineMs = 120_000;
const pollIntervalMs = 100;

/** Resolves once the commits of every group can be read. Rejects if that takes longer than two minutes. */
export async function groupsLoaded(brokers: string): Promise<void> {
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const deadline = performance.now() + deadlineMs;
  for (const groupId of groups) await commitsRead(admin, groupId, deadline);
  await admin.disconnect();
}

/** kafkajs does not retry this request by itself. */
async function commitsRead(admin: Admin, groupId: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await admin.fetchOffsets({ groupId, topics: [] });
      return;
    } catch (error) {
      const isLoading = error instanceof KafkaJSProtocolError && error.retriable;
      if (!isLoading || performance.now() > deadline) throw error;
    }
    await delay(pollIntervalMs);
  }
}

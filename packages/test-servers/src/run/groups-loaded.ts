/** Waits until a broker that has just started serves consumer groups: it loads them after it first responds. */
import { type Admin, Kafka, KafkaJSProtocolError, logLevel } from 'kafkajs';
import { until } from '../until.ts';

/** Groups are spread over the partitions of an internal topic of the broker, which are loaded one by one: each contains some of these. */
const groups = Array.from({ length: 20 }, (_, index) => `loaded-${index}`);

/** Resolves once the commits of every group can be read. Rejects if that takes longer than two minutes for a group. */
export async function groupsLoaded(brokers: string): Promise<void> {
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  for (const groupId of groups) await until(() => areCommitsRead(admin, groupId));
  await admin.disconnect();
}

/** Returns false while the broker loads the group: kafkajs does not retry this request. */
async function areCommitsRead(admin: Admin, groupId: string): Promise<boolean> {
  try {
    await admin.fetchOffsets({ groupId, topics: [] });
    return true;
  } catch (error) {
    if (error instanceof KafkaJSProtocolError && error.retriable) return false;
    throw error;
  }
}

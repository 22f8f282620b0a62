/** Waits for a broker that has just started to serve consumer groups: it loads them after it answers. */
import { Kafka, logLevel } from 'kafkajs';

/** Groups are spread over the partitions of a topic of the broker's own, which are loaded one by one: each has some of these. */
const groups = Array.from({ length: 20 }, (_, index) => `loaded-${index}`);
/** Half a minute, at least. */
const patientRetry = { retries: 40, initialRetryTime: 200, maxRetryTime: 1_000 };

/** Resolves once the commits of every group can be read. */
export async function groupsLoaded(brokers: string): Promise<void> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING, retry: patientRetry });
  const admin = kafka.admin();
  await admin.connect();
  for (const groupId of groups) await admin.fetchOffsets({ groupId, topics: [] });
  await admin.disconnect();
}

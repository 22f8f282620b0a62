/** Reads the dead-letter topic, without a consumer group. */
import { unavailable } from '@footfall/errors';
import { ClusterConnection } from './cluster.ts';
import { clientLimits } from './limits.ts';
import { PartitionLog } from './partition-log.ts';
import { TopicLookup } from './topic-lookup.ts';

/** Resolves with the values of the newest dead letters, at most `max` of each partition, oldest first. Rejects with UNAVAILABLE. */
export async function readDeadLetters(brokers: readonly string[], topic: string, max: number): Promise<Uint8Array[]> {
  const { partitions } = await new TopicLookup(brokers, topic).requireIdentity();
  const connection = new ClusterConnection(brokers, topic);
  try {
    const values: Uint8Array[] = [];
    // The topic has one partition, unless it was created by hand.
    for (let partition = 0; partition < partitions; partition += 1) {
      values.push(...(await readNewest(new PartitionLog(connection, partition), max)));
    }
    return values;
  } finally {
    connection.close();
  }
}

async function readNewest(log: PartitionLog, max: number): Promise<Uint8Array[]> {
  const { startOffset, endOffset } = await log.bounds();
  const first = Math.max(startOffset, endOffset - max);
  const values: Uint8Array[] = [];
  while (first + values.length < endOffset) {
    const { records } = await log.fetch(first + values.length, {
      bytesMax: clientLimits.fetchBytesMax,
      waitMs: clientLimits.pollMs,
    });
    if (records.length === 0) throw unavailable('Kafka did not return the dead letters in time');
    values.push(...records.map(({ value }) => value));
  }
  return values;
}

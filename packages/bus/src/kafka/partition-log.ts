/** One partition in Kafka: its first and end offset, and its records. */
import { type AppError, unavailable } from '@footfall/errors';
import type { Cluster } from 'kafkajs';
import { z } from 'zod';
import type { BusRecord, LogPartition } from '../port.ts';
import type { ClusterConnection } from './cluster.ts';

export interface Fetched {
  records: BusRecord[];
  /** The end of the log at the time of the fetch. */
  endOffset: number;
}

const readUncommitted = 0;

const messageSchema = z.object({
  offset: z.string(),
  value: z.instanceof(Buffer).nullish(),
  isControlRecord: z.boolean().optional(),
});
const responseSchema = z.object({
  responses: z.array(
    z.object({ partitions: z.array(z.object({ highWatermark: z.string(), messages: z.array(z.unknown()) })) }),
  ),
});

export class PartitionLog {
  readonly #connection: ClusterConnection;
  readonly partition: number;

  constructor(connection: ClusterConnection, partition: number) {
    this.#connection = connection;
    this.partition = partition;
  }

  /** Resolves with records from `from` on, as soon as there is one; with an empty list after `waitMs`. */
  async fetch(from: number, { bytesMax, waitMs }: { bytesMax: number; waitMs: number }): Promise<Fetched> {
    const response: unknown = await this.#connection.use(async (cluster) => {
      const broker = await cluster.findBroker({ nodeId: this.#leaderOf(cluster) });
      return broker.fetch({
        isolationLevel: readUncommitted,
        maxWaitTime: waitMs,
        minBytes: 1,
        maxBytes: bytesMax,
        topics: [
          {
            topic: this.#connection.topic,
            partitions: [{ partition: this.partition, fetchOffset: String(from), maxBytes: bytesMax }],
          },
        ],
      });
    });
    const [found] = responseSchema.parse(response).responses.flatMap(({ partitions }) => partitions);
    if (found === undefined) throw unavailable('The response of Kafka does not contain the partition');
    const records = found.messages.map((message) => this.#recordOf(message));
    // A compressed batch is returned whole, even if `from` is in its middle.
    return { records: records.filter(({ offset }) => offset >= from), endOffset: Number(found.highWatermark) };
  }

  async bounds(): Promise<Pick<LogPartition, 'startOffset' | 'endOffset'>> {
    const [startOffset, endOffset] = await Promise.all([this.startOffset(), this.endOffset()]);
    return { startOffset, endOffset };
  }

  startOffset(): Promise<number> {
    return this.#offsetAt({ fromBeginning: true });
  }

  endOffset(): Promise<number> {
    return this.#offsetAt({ fromBeginning: false });
  }

  async #offsetAt(end: { fromBeginning: boolean }): Promise<number> {
    const partitions = [{ partition: this.partition }];
    const offset = await this.#connection.use(async (cluster) => {
      const found = await cluster.fetchTopicsOffset([{ topic: this.#connection.topic, partitions, ...end }]);
      const [first] = found.flatMap((topic) => topic.partitions);
      // This connection does not know of a new partition yet; the next one will.
      if (first === undefined) throw this.#unknown();
      return first;
    });
    return Number(offset.offset);
  }

  #leaderOf(cluster: Cluster): string {
    const [leader] = Object.keys(cluster.findLeaderForPartitions(this.#connection.topic, [this.partition]));
    if (leader === undefined) throw this.#unknown();
    return leader;
  }

  /** The topic may also have been created again with fewer partitions: those that are read are then assigned again. */
  #unknown(): AppError {
    return unavailable(`Kafka has no partition ${this.partition} of the topic ${this.#connection.topic}`);
  }

  /** The markers of other producers' transactions and records without a value become empty records, so that offsets have no gaps. */
  #recordOf(message: unknown): BusRecord {
    const { offset, value, isControlRecord } = messageSchema.parse(message);
    return {
      offset: Number(offset),
      value: isControlRecord === true ? new Uint8Array() : (value ?? new Uint8Array()),
    };
  }
}

/** Publishes to Kafka: resolves once records are durable on every in-sync replica. */
import { type Message, Partitioners, type Producer } from 'kafkajs';
import type { OutgoingRecord } from '../port.ts';
import { withDeadline } from '@footfall/process';
import { Batches, bytesOf, type Outgoing } from './batches.ts';
import { KafkaClient } from './client.ts';
import { reasonOf, throwTooSlow } from './faults.ts';
import { batchLimits, clientLimits } from './limits.ts';

const allInSync = -1;
/** kafkajs gives up earlier, unless it hangs. */
const sendDeadlineMs = 10_000;

export class KafkaPublisher {
  readonly #client: KafkaClient;
  readonly #producer: Producer;
  readonly #batches: Batches;

  constructor(brokers: readonly string[], metadataAgeMs: number) {
    this.#client = new KafkaClient(brokers);
    this.#producer = this.#client.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      metadataMaxAge: metadataAgeMs,
    });
    this.#batches = new Batches((batch) => this.#send(batch));
  }

  connect(): Promise<void> {
    return withDeadline(this.#producer.connect(), clientLimits.deadlineMs, throwTooSlow);
  }

  /** Resolves once every record is durable; records of one key stay in order. Rejects with UNAVAILABLE, once none of them waits any more. */
  async publish(topic: string, records: readonly OutgoingRecord[]): Promise<void> {
    const outgoing = records.map((record) => ({ topic, record }));
    const requests = requestsOf(outgoing).map((request) => this.#batches.publish(request));
    // One that is refused does not free the records of the others.
    await Promise.allSettled(requests);
    await Promise.all(requests);
  }

  /** Refuses further calls; resolves once all earlier ones are durable or have failed. If Kafka hangs, those that still wait after the time of one request fail. */
  async close(): Promise<void> {
    await withDeadline(this.#batches.close(), sendDeadlineMs, () => {});
    await withDeadline(this.#producer.disconnect(), clientLimits.leaveMs, () => {}).catch(() => {});
    this.#client.close();
  }

  async #send(batch: readonly Outgoing[]): Promise<void> {
    const byTopic = new Map<string, Message[]>();
    for (const { topic, record } of batch) {
      const messages = byTopic.get(topic) ?? [];
      messages.push({ key: record.key, value: bufferOf(record.value) });
      byTopic.set(topic, messages);
    }
    const sent = this.#producer.sendBatch({
      acks: allInSync,
      timeout: clientLimits.requestTimeoutMs,
      topicMessages: [...byTopic].map(([topic, messages]) => ({ topic, messages })),
    });
    await withDeadline(sent, sendDeadlineMs, throwTooSlow).catch((fault: unknown) => {
      throw reasonOf(fault);
    });
  }
}

/** Splits records into requests that a broker accepts, with at least one record each. */
function requestsOf(outgoing: readonly Outgoing[]): Outgoing[][] {
  const requests: Outgoing[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of outgoing) {
    bytes += bytesOf(one);
    if (bytes > batchLimits.bytesMax) {
      requests.push([]);
      bytes = bytesOf(one);
    }
    requests.at(-1)?.push(one);
  }
  return requests;
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

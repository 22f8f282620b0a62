/** Publishes to Kafka: resolves once records are durable on every in-sync replica. */
import { GroupCommit } from '@footfall/data-directory';
import { type Message, Partitioners, type Producer } from 'kafkajs';
import type { OutgoingRecord } from '../port.ts';
import { withDeadline } from '@footfall/process';
import { closing, unwritable } from '../refusals.ts';
import { KafkaClient } from './client.ts';
import { reasonOf, throwTooSlow } from './faults.ts';
import { batchLimits, clientLimits, recordOverheadBytes } from './limits.ts';
import type { TopicLookup } from './topic-lookup.ts';

const allInSync = -1;
/** The deadline of a batch; kafkajs gives up earlier, unless it hangs. */
const sendDeadlineMs = 10_000;

/** The records of one call, or a part of them, that are sent in a batch with those of other calls. */
interface Part {
  topic: string;
  messages: Message[];
  bytes: number;
}

export class KafkaPublisher {
  readonly #client: KafkaClient;
  readonly #producer: Producer;
  readonly #batches = new GroupCommit<Part>((parts) => this.#send(parts), startBatch);
  readonly #lookup: TopicLookup;
  #hasFailed = false;
  #isClosed = false;

  constructor(brokers: readonly string[], lookup: TopicLookup, metadataAgeMs: number) {
    this.#lookup = lookup;
    this.#client = new KafkaClient(brokers);
    this.#producer = this.#client.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      metadataMaxAge: metadataAgeMs,
    });
  }

  connect(): Promise<void> {
    return withDeadline(this.#producer.connect(), clientLimits.deadlineMs, throwTooSlow);
  }

  /** Resolves once every record is durable; records of one key stay in order. Rejects with UNAVAILABLE, once none of them waits any more. */
  async publish(topic: string, records: readonly OutgoingRecord[]): Promise<void> {
    if (this.#isClosed) throw closing();
    const sent = partsOf(topic, records).map((part) => this.#batches.add(part));
    // A part that is refused does not free the records of the others.
    await Promise.allSettled(sent);
    await Promise.all(sent).catch((fault: unknown) => {
      throw unwritable(fault);
    });
  }

  /** Refuses further calls; resolves once all earlier ones are durable or have failed. If Kafka hangs, those that still wait after the deadline of one batch fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await withDeadline(this.#batches.finish(), sendDeadlineMs, () => {});
    await withDeadline(this.#producer.disconnect(), clientLimits.leaveMs, () => {}).catch(() => {});
    this.#client.close();
  }

  /** Rejects with the reason why the records may not be stored. */
  async #send(parts: readonly Part[]): Promise<void> {
    try {
      // Once a broker that hangs continues, it stores all records that it has received, even if they were refused: nothing is sent until one responds.
      if (this.#hasFailed) await this.#lookup.identity();
      await withDeadline(this.#sendBatch(parts), sendDeadlineMs, throwTooSlow);
      this.#hasFailed = false;
    } catch (fault) {
      this.#hasFailed = true;
      throw reasonOf(fault);
    }
  }

  #sendBatch(parts: readonly Part[]): Promise<unknown> {
    const topics = [...new Set(parts.map(({ topic }) => topic))];
    return this.#producer.sendBatch({
      acks: allInSync,
      timeout: clientLimits.requestTimeoutMs,
      topicMessages: topics.map((topic) => ({
        topic,
        messages: parts.flatMap((part) => (part.topic === topic ? part.messages : [])),
      })),
    });
  }
}

/** Splits records into parts that a broker accepts, with at least one record each. */
function partsOf(topic: string, records: readonly OutgoingRecord[]): Part[] {
  const parts: Part[] = [];
  for (const { key, value } of records) {
    const bytes = key.length + value.length + recordOverheadBytes;
    let part = parts.at(-1);
    if (part === undefined || part.bytes + bytes > batchLimits.bytesMax) {
      part = { topic, messages: [], bytes: 0 };
      parts.push(part);
    }
    part.messages.push({ key, value: Buffer.from(value.buffer, value.byteOffset, value.byteLength) });
    part.bytes += bytes;
  }
  return parts;
}

function startBatch(): (part: Part) => boolean {
  let records = 0;
  let bytes = 0;
  return (part) => {
    records += part.messages.length;
    bytes += part.bytes;
    return records <= batchLimits.recordsMax && bytes <= batchLimits.bytesMax;
  };
}

/** The bus: the durable log between ingest and consumer. */
import type { LmdbDirectory } from '@footfall/data-directory';

/** `events` contains enriched events; `dead-letters` contains records that can never be inserted, with the reason. */
export type Topic = 'events' | 'dead-letters';

export interface OutgoingRecord {
  /** Records with the same key are stored in one partition, in the order in which they were published. */
  key: string;
  value: Uint8Array;
}

export interface BusRecord {
  /** From 0, without gaps. */
  offset: number;
  value: Uint8Array;
}

/** The name of the only consumer group, which all consuming processes form. It is part of the group ID in Kafka and of the stored commit in the embedded log. */
export const consumerGroup = 'footfall-consumer';

/** The consumer's commit for a partition: the next offset to read, and metadata of the consumer. */
export interface Commit {
  offset: number;
  metadata: string;
}

/** A partition of `events` under one topic ID. */
export interface TopicPartition {
  readonly partition: number;
  /** The topic ID: a different one after the topic was deleted and created again. */
  readonly topicId: string;
}

/** Returns true if both are the same partition of a topic with the same ID. */
export function isSamePartition(one: TopicPartition, other: TopicPartition): boolean {
  return one.topicId === other.topicId && one.partition === other.partition;
}

/** A partition of `events` while it is assigned to this process. */
export interface Assignment extends TopicPartition {
  /** The number of partitions of the topic. If it changes, all partitions are assigned again. */
  readonly partitionCount: number;
  /** Aborts when the partition is revoked, or consumption stops. */
  readonly revoked: AbortSignal;
  /** Resolves with the last commit; undefined if there is none. */
  committed(): Promise<Commit | undefined>;
  /** Resolves with records from `from` on, in order; with an empty list if none arrives in time. Rejects with a StartError if `from` is neither in the log nor its end. */
  read(from: number, limits: ReadLimits): Promise<BusRecord[]>;
  /** Resolves once the commit is durable; the log may then remove records before the previous commit. Rejects with CONFLICT if the partition was revoked. */
  commit(commit: Commit): Promise<void>;
  /** Resolves with the offset of the oldest record in the log; equal to `endOffset` if there is none. Rejects with CONFLICT if the topic was deleted and created again: all earlier offsets are then those of another topic. */
  startOffset(): Promise<number>;
  /** Resolves with the offset of the next record: the lag is this minus the position of the consumer. */
  endOffset(): Promise<number>;
}

/** A snapshot of a partition of `events`, for reading without an assignment. The partition stays assigned to its owner. */
export interface LogPartition extends TopicPartition {
  /** The offset of the oldest record; equal to `endOffset` if there is none. */
  readonly startOffset: number;
  /** The offset of the next record. */
  readonly endOffset: number;
  /** The last commit for this topic ID; undefined if there is none. */
  readonly committed: Commit | undefined;
  /** Resolves and rejects like `read` of an assignment. */
  read(from: number, limits: ReadLimits): Promise<BusRecord[]>;
}

/** The limits of one read, and its maximum wait for the first record. */
export interface ReadLimits {
  recordsMax: number;
  /** Approximate: one record is always returned. */
  bytesMax: number;
  waitMs: number;
}

/** A running consumption. */
export interface Consumption {
  /** Revokes all assignments and waits for their handlers. */
  stop(): Promise<void>;
  /** Rejects if a fault ends the consumption; resolves after `stop`. */
  readonly finished: Promise<void>;
}

export interface Bus {
  /** The environment of an embedded log, for data that is stored in the same commits as events. Undefined on Kafka. */
  readonly directory?: LmdbDirectory;
  /**
   * Resolves once every record is durable. Rejects with UNAVAILABLE if the log cannot be written, or has too many records that are not
   * committed; some of the records may be stored nevertheless. Settles only when none of the records waits any more, which may take minutes
   * while the log hangs: the caller sets the deadline, and limits how much it publishes meanwhile.
   */
  publish(topic: Topic, records: readonly OutgoingRecord[]): Promise<void>;
  /** Runs `handler` for each partition of `events` that is assigned to this process, until its assignment is revoked. Must not be called again before that consumption has stopped. */
  consume(handler: (assignment: Assignment) => Promise<void>): Promise<Consumption>;
  /** Resolves with every partition of `events`, in order. */
  partitions(): Promise<LogPartition[]>;
  /** Resolves with the values of the newest dead letters, at most `max` of each partition of their topic, oldest first. Rejects with UNAVAILABLE if the log does not respond. */
  deadLetters(max: number): Promise<Uint8Array[]>;
  /** Rejects with UNAVAILABLE if the log does not respond. */
  ping(): Promise<void>;
  /** Waits for the publishes in progress. */
  close(): Promise<void>;
}

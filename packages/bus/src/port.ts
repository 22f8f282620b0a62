/** The bus: the durable log between ingest and consumer. */

/** `events` carries enriched events; `dead-letters` what can never be inserted, with its reason. */
export type Topic = 'events' | 'dead-letters';

export interface OutgoingRecord {
  /** Records with the same key lie in one partition, in the order published. */
  key: string;
  value: Uint8Array;
}

export interface BusRecord {
  partition: number;
  /** From 0, without gaps. */
  offset: number;
  value: Uint8Array;
}

/** What a group has committed for a partition: the next offset to read, and a note of its own. */
export interface Commit {
  offset: number;
  metadata: string;
}

/** A partition of `events` while this process holds it. */
export interface PartitionClaim {
  readonly partition: number;
  /** Names this life of the topic; another one after the topic was deleted and made anew. */
  readonly incarnation: string;
  /** How many partitions the topic has; when it gets others, every claim begins anew. */
  readonly partitionCount: number;
  /** Aborts when the partition is no longer ours, or consumption stops. */
  readonly revoked: AbortSignal;
  /** The group's last commit; undefined when there is none. */
  committed(): Promise<Commit | undefined>;
  /** Records from `from` on, in order; none when none came in time. Rejects with a StartError when `from` is not in the log, nor its end. */
  read(from: number, limits: ReadLimits): Promise<BusRecord[]>;
  /** Durable once resolved. Rejects when the partition is no longer ours. Records before `offset` may then be dropped from the log when `metadata` says no more about them than the driver keeps anyway. */
  commit(commit: Commit): Promise<void>;
  /** The offset of the oldest record still in the log; equal to `endOffset` when there is none. Rejects with CONFLICT when the topic was made anew: what was told before is then of another. */
  startOffset(): Promise<number>;
  /** The offset the next record will get: lag is this minus the position. */
  endOffset(): Promise<number>;
}

/** A partition of `events` as it stood when it was asked for, outside of any group: reading it takes it from nobody. */
export interface LogPartition {
  readonly partition: number;
  readonly incarnation: string;
  /** As a claim's. */
  readonly startOffset: number;
  /** As a claim's. */
  readonly endOffset: number;
  /** The group's last commit, in this life of the topic; undefined when there is none. */
  readonly committed: Commit | undefined;
  /** As a claim's. */
  read(from: number, limits: ReadLimits): Promise<BusRecord[]>;
}

/** How much one read may give, and how long it may wait for the first record. */
export interface ReadLimits {
  recordsMax: number;
  /** About: one record is given in any case. */
  bytesMax: number;
  waitMs: number;
}

/** A running consumption. */
export interface Consumption {
  /** Revokes every claim and waits for their handlers. */
  stop(): Promise<void>;
  /** Rejects if the consumption ends by a fault; resolves after `stop`. */
  readonly finished: Promise<void>;
}

export interface Bus {
  /** Resolves once every record is durable. Rejects with UNAVAILABLE, within 4 seconds, when the log cannot take them or too many wait; some of them may then be in the log all the same. */
  publish(topic: Topic, records: readonly OutgoingRecord[]): Promise<void>;
  /** Runs `handler` once for each partition of `events` this process gets, until its claim is revoked. */
  consume(group: string, handler: (claim: PartitionClaim) => Promise<void>): Promise<Consumption>;
  /** Every partition of `events`, in order, with what `group` has committed there. */
  partitions(group: string): Promise<LogPartition[]>;
  /** The values of the newest dead letters, at most `max` of each partition of their topic, oldest first. Rejects with UNAVAILABLE when the log does not answer. */
  deadLetters(max: number): Promise<Uint8Array[]>;
  /** Rejects with UNAVAILABLE when the log does not answer. */
  ping(): Promise<void>;
  /** Waits for what is being published. */
  close(): Promise<void>;
}

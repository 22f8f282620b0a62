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
  /** Aborts when the partition is no longer ours, or consumption stops. */
  readonly revoked: AbortSignal;
  /** The group's last commit; undefined when there is none. */
  committed(): Promise<Commit | undefined>;
  /** Up to `recordsMax` records (and about `bytesMax` bytes, at least one record) from `from` on, in order; waits up to `waitMs` for the first, then gives none. Rejects when `from` is no longer in the log. */
  read(from: number, limits: { recordsMax: number; bytesMax: number; waitMs: number }): Promise<BusRecord[]>;
  /** Durable once resolved. Rejects when the partition is no longer ours. Records before `offset` may then be dropped from the log when `metadata` says no more about them than the driver keeps anyway. */
  commit(commit: Commit): Promise<void>;
  /** The offset the next record will get: lag is this minus the position. */
  endOffset(): Promise<number>;
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
  /** Rejects with UNAVAILABLE when the log does not answer. */
  ping(): Promise<void>;
  /** Waits for what is being published. */
  close(): Promise<void>;
}

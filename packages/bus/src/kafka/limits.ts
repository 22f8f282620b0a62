/** Every bound of the Kafka driver. */

export interface KafkaBusLimits {
  /** Without a heartbeat for so long, a member's partitions go to others. */
  sessionTimeoutMs: number;
  /** How long a rebalance waits for a member to come back to it. */
  rebalanceTimeoutMs: number;
  /** Also how soon a member learns that others have come or gone. */
  heartbeatIntervalMs: number;
  /** Without a heartbeat for so long, a member joins anew: longer than a rebalance takes, for it has none meanwhile. */
  silenceMaxMs: number;
  /** Without one for so long although Kafka answers, or without a record although the log has more, consumption ends. */
  stallMaxMs: number;
  /** The longest time that a handler may take to end after its partition was revoked: until then this process takes no other. */
  handOverMaxMs: number;
  /** How soon new partitions are found. */
  metadataAgeMs: number;
}

export const defaultLimits: KafkaBusLimits = {
  sessionTimeoutMs: 10_000,
  rebalanceTimeoutMs: 10_000,
  heartbeatIntervalMs: 250,
  silenceMaxMs: 15_000,
  stallMaxMs: 60_000,
  handOverMaxMs: 60_000,
  metadataAgeMs: 30_000,
};

export const publishLimits = {
  /** Bytes of records that wait for Kafka. Over it publishing is refused. */
  waitingBytesMax: 64 << 20,
  /** A publish that has not become durable in this time is refused: a caller has its answer within 4 seconds. */
  publishDeadlineMs: 3_500,
  /** Records and bytes of one request. All of them may go to one partition, whose broker takes 1 MiB by default. */
  batchRecordsMax: 5_000,
  batchBytesMax: 900_000,
} as const;

/** What a record takes in a request besides its key and value, at most. */
export const recordOverheadBytes = 40;

export const clientLimits = {
  connectTimeoutMs: 1_000,
  requestTimeoutMs: 2_000,
  /** For one exchange with Kafka, connecting and finding the right broker included. */
  deadlineMs: 5_000,
  /** One fetch waits at most so long for a record. */
  pollMs: 500,
  /** Bytes of one fetch: it is unpacked in one go. */
  fetchBytesMax: 4 << 20,
  /** How long leaving the group, or closing, may take. */
  leaveMs: 3_000,
  /** How long `consume` waits to be in the group. */
  joinMs: 10_000,
} as const;

/** The limits of the Kafka driver. */

export const kafkaBusLimits = {
  /** The time without a heartbeat after which a member's partitions are assigned to others. */
  sessionTimeoutMs: 10_000,
  /** The time for which a rebalance waits for a member to join again. */
  rebalanceTimeoutMs: 10_000,
  /** The interval of heartbeats, through which a member learns that others have joined or left. */
  heartbeatIntervalMs: 250,
  /** The time without a heartbeat, or with heartbeats but without partitions, after which a member joins again. Longer than a rebalance, during which there are none. */
  silenceMaxMs: 15_000,
  /** Consumption ends after this time without a heartbeat although Kafka responds, or without a record although the log has more. */
  stallMaxMs: 60_000,
  /** The deadline for a handler to end after its partition was revoked. Until then this process is assigned no partitions. */
  handOverMaxMs: 60_000,
  /** The time within which new partitions are found. */
  metadataAgeMs: 30_000,
};
export type KafkaBusLimits = typeof kafkaBusLimits;

/** The maximum number of records and bytes in one request. All of them may be for one partition, for which a broker accepts 1 MiB by default. */
export const batchLimits = { recordsMax: 5_000, bytesMax: 900_000 } as const;

/** The maximum overhead of a record in a request, in bytes. */
export const recordOverheadBytes = 40;

export const clientLimits = {
  connectTimeoutMs: 1_000,
  requestTimeoutMs: 2_000,
  /** The deadline of one request, including the connection and the search for the right broker. */
  deadlineMs: 5_000,
  /** The maximum wait of one fetch for a record. */
  pollMs: 500,
  /** The maximum number of bytes of one fetch, which is decompressed at once. */
  fetchBytesMax: 4 << 20,
  /** The deadline for leaving the group, and for closing. */
  leaveMs: 3_000,
  /** The maximum wait of `consume` to join the group. */
  joinMs: 10_000,
} as const;

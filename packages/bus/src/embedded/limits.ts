/** Every bound of the embedded log. */

export interface EmbeddedBusLimits {
  /** Bytes of events that are not durable yet. Over it publishing is refused. */
  waitingBytesMax: number;
  /** Publishing that has not become durable in this time is refused: a caller has its answer within 4 seconds. */
  publishDeadlineMs: number;
  /** Bytes of events that no group has committed yet. Over it publishing is refused. */
  backlogBytesMax: number;
  /** Committed records that one commit of a group removes; what is more waits for the next. */
  trimmedRecordsMax: number;
  /** Dead letters kept; the oldest go first. */
  deadLettersMax: number;
}

export const defaultLimits: EmbeddedBusLimits = {
  backlogBytesMax: 1 << 30,
  waitingBytesMax: 64 << 20,
  publishDeadlineMs: 3_500,
  trimmedRecordsMax: 20_000,
  deadLettersMax: 10_000,
};

/** Address space for the file, which holds the backlog, dead letters, open sessions and pages waiting to be used again. */
export const mapBytes = 16 * 1024 ** 3;

/** The limits of the embedded log. */

export interface EmbeddedBusLimits {
  /** The most bytes of events that are not durable yet. Above it, publishing is refused. */
  waitingBytesMax: number;
  /** The time after which a publish that is not durable is refused, so that the caller has a response within 4 seconds. */
  publishDeadlineMs: number;
  /** The most bytes of events that are not committed yet. Above it, publishing is refused. */
  backlogBytesMax: number;
  /** The most records that one commit of a group removes; the next commit removes more. */
  trimmedRecordsMax: number;
  /** The most dead letters that are kept; the oldest are removed first. */
  deadLettersMax: number;
}

export const defaultLimits: EmbeddedBusLimits = {
  backlogBytesMax: 1 << 30,
  waitingBytesMax: 64 << 20,
  publishDeadlineMs: 3_500,
  trimmedRecordsMax: 20_000,
  deadLettersMax: 10_000,
};

/** The address space for the file, which contains the backlog, dead letters, open sessions and free pages. */
export const mapBytes = 16 * 1024 ** 3;

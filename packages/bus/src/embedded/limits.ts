/** The limits of the embedded log. */

export const embeddedBusLimits = {
  /** The maximum number of bytes of events that the consumer has not committed, or that are not durable yet. Above it, publishing is refused. */
  backlogBytesMax: 1 << 30,
  /** The maximum number of records that one commit removes; the next commit removes more. */
  trimmedRecordsMax: 20_000,
  /** The maximum number of dead letters that are kept; the oldest are removed first. */
  deadLettersMax: 10_000,
};
export type EmbeddedBusLimits = typeof embeddedBusLimits;

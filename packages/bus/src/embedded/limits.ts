/** The limits of the embedded log. */

export interface EmbeddedBusLimits {
  /** The maximum number of bytes of events that the consumer has not committed, or that are not durable yet. Above it, publishing is refused. */
  backlogBytesMax: number;
  /** The maximum number of records that one commit removes; the next commit removes more. */
  trimmedRecordsMax: number;
  /** The maximum number of dead letters that are kept; the oldest are removed first. */
  deadLettersMax: number;
}

export const embeddedBusLimits: EmbeddedBusLimits = {
  backlogBytesMax: 1 << 30,
  trimmedRecordsMax: 20_000,
  deadLettersMax: 10_000,
};

/** Every bound of the embedded log. */

import type { PublishLimits } from '../publisher.ts';

export interface EmbeddedBusLimits extends PublishLimits {
  /** Bytes of events that no group has committed yet. Over it publishing is refused. */
  backlogBytesMax: number;
  /** Committed records that one commit of a group removes; what is more waits for the next. */
  trimmedRecordsMax: number;
  /** Dead letters kept; the oldest go first. */
  deadLettersMax: number;
  /** Free space on the disk below which nothing is written; undefined for the directory's own limit. */
  freeBytesMin: number | undefined;
}

export const defaultLimits: EmbeddedBusLimits = {
  backlogBytesMax: 1 << 30,
  waitingBytesMax: 64 << 20,
  publishDeadlineMs: 3_500,
  batchRecordsMax: 5_000,
  batchBytesMax: 16 << 20,
  trimmedRecordsMax: 20_000,
  deadLettersMax: 10_000,
  freeBytesMin: undefined,
};

/** Address space for the file, which holds the backlog, dead letters and pages waiting to be used again. */
export const mapBytes = 16 * 1024 ** 3;

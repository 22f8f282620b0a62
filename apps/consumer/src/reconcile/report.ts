/** The findings of a reconciliation. */
import type { TopicPartition } from '@footfall/bus';
import type { OffsetRange } from './chunks.ts';
import type { ComparedPartition } from './partitions.ts';

/** One partition under one topic ID. Offsets are exclusive at the end; counts cover everything before `committed`. */
export interface PartitionReport extends TopicPartition {
  /** Null for an old topic ID, like all figures that require its log. `from` is after all offsets that the log removed during the comparison. */
  log: { from: number; to: number; committed: number | null } | null;
  rows: number;
  /** Offsets that have a row. */
  distinct: number;
  /** Offsets in the log that correctly have no row: duplicates, records that are not events, events of deleted workspaces. */
  duplicates: number;
  deadLetters: number;
  deleted: number;
  /** Committed offsets without a row that the log no longer has: a duplicate, a dead letter, or a lost event. */
  uncompared: number;
  /** The longest runs of such offsets, longest first: lost events leave long ones, duplicates short ones. */
  gaps: OffsetRange[];
  /** Offsets that should have a row but have none. */
  missing: number;
  /** Offsets that were deleted from the log before they were stored. Once a commit has passed them, they are `uncompared`. */
  lost: number;
  /** Additional rows of events that are stored more than once at their offset. */
  duplicateOffsets: number;
  /** Rows with the ID of another row, at another offset. */
  duplicateIds: number;
  /** Rows with offsets beyond the end of the log. */
  beyondEnd: number;
  /** Rows with another event than the log has at their offset: the log lost its end and was written again. */
  replaced: number;
}

export interface Repaired {
  duplicateOffsets: number;
  missing: number;
  duplicateIds: number;
}

export const nothingRepaired: Readonly<Repaired> = { duplicateOffsets: 0, missing: 0, duplicateIds: 0 };

export interface ReconcileReport {
  /** True if every offset that could be compared with the log is stored once, or correctly absent, and none is lost; `uncompared` of each partition counts those that could not be compared. */
  isExact: boolean;
  /** Offsets of the log that no consumer has committed yet: they are not compared. */
  waiting: number;
  partitions: PartitionReport[];
  /** The repairs made before the figures of `partitions` were taken. */
  repaired: Repaired;
}

/** Returns a report of `compared` before anything was counted. */
export function emptyReport(compared: ComparedPartition): PartitionReport {
  const { partition, topicId, log, settledTo, lost, rowsBeyondEnd } = compared;
  return {
    partition,
    topicId,
    log: log
      ? { from: log.startOffset, to: log.endOffset, committed: log.committed === undefined ? null : settledTo }
      : null,
    rows: 0,
    distinct: 0,
    duplicates: 0,
    deadLetters: 0,
    deleted: 0,
    uncompared: 0,
    gaps: [],
    missing: 0,
    lost,
    duplicateOffsets: 0,
    duplicateIds: 0,
    beyondEnd: rowsBeyondEnd,
    replaced: 0,
  };
}

/** Returns true if there is something that a repair can fix. */
export function hasDamage({ missing, duplicateOffsets, duplicateIds }: PartitionReport): boolean {
  return missing + duplicateOffsets + duplicateIds > 0;
}

export function isExact(reports: readonly PartitionReport[]): boolean {
  return reports.every((report) => !hasDamage(report) && report.lost + report.beyondEnd + report.replaced === 0);
}

export function countWaiting(reports: readonly PartitionReport[]): number {
  return reports.reduce((sum, { log }) => sum + (log ? log.to - Math.max(log.from, log.committed ?? 0) : 0), 0);
}

/** What a reconciliation has found. */
import type { OffsetRange } from './chunks.ts';
import type { Life } from './lives.ts';

/** One partition in one life of the topic. Offsets are exclusive at the end; counts are of what lies before `committed`. */
export interface LifeReport {
  partition: number;
  incarnation: string;
  /** Null for an old life of the topic, as all that only its log could tell. */
  log: { from: number; to: number; committed: number | null } | null;
  rows: number;
  /** Offsets that have a row. */
  distinct: number;
  /** Offsets in the log that rightly have no row: second copies, what is no event, events of deleted workspaces. */
  copies: number;
  deadLetters: number;
  deleted: number;
  /** Offsets without a row that the log no longer has: a duplicate, a dead letter, or an event that is lost. */
  uncompared: number;
  /** The longest runs of such offsets, longest first: lost events leave long ones, duplicates short ones. */
  gaps: OffsetRange[];
  /** Offsets that should have a row and have none. */
  missing: number;
  /** Rows too many at places that have several. */
  doubled: number;
  /** Rows that are second copies of other rows. */
  repeated: number;
  /** Rows at places that the log has never given out. */
  beyondEnd: number;
}

export interface Repaired {
  doubled: number;
  missing: number;
  repeated: number;
}

export interface Report {
  /** Whether every offset that could be compared with the log is stored once, or rightly absent; `uncompared` of each partition counts the others. */
  isExact: boolean;
  /** Offsets of the log that no consumer has committed yet: nothing is said of them. */
  waiting: number;
  partitions: LifeReport[];
  /** What was put right before the figures of `partitions` were taken. */
  repaired: Repaired;
}

/** A report of `life` before anything was counted. */
export function emptyReport(life: Life): LifeReport {
  const { partition, incarnation, log, settledTo, rowsBeyondEnd } = life;
  return {
    partition,
    incarnation,
    log: log
      ? { from: log.startOffset, to: log.endOffset, committed: log.committed === undefined ? null : settledTo }
      : null,
    rows: 0,
    distinct: 0,
    copies: 0,
    deadLetters: 0,
    deleted: 0,
    uncompared: 0,
    gaps: [],
    missing: 0,
    doubled: 0,
    repeated: 0,
    beyondEnd: rowsBeyondEnd,
  };
}

/** What a repair can put right. */
export function hasDamage({ missing, doubled, repeated }: LifeReport): boolean {
  return missing + doubled + repeated > 0;
}

export function isExact(reports: readonly LifeReport[]): boolean {
  return reports.every((report) => !hasDamage(report) && report.beyondEnd === 0);
}

export function countWaiting(reports: readonly LifeReport[]): number {
  return reports.reduce((sum, { log }) => sum + (log ? log.to - Math.max(log.from, log.committed ?? 0) : 0), 0);
}

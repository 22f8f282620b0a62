/** The scope of a reconciliation: each partition, for each topic ID that the log or `events` has. */
import { type Bus, isSamePartition, type LogPartition, type TopicPartition } from '@footfall/bus';
import type { Warehouse } from '@footfall/warehouse';
import { isOfPartition } from '../partition/log-positions.ts';
import { readPosition } from '../partition/planned-range.ts';
import { readStoredEnds } from '../partition/stored-ends.ts';

export interface ComparedPartition extends TopicPartition {
  /** Undefined for an old topic ID: its log no longer exists. */
  log: LogPartition | undefined;
  /** Everything before this offset is settled: no consumer writes there again. */
  settledTo: number;
  /** The first offset at which the log can be compared: from here to `settledTo` it has the records that `events` should have; earlier rows can only be counted. */
  comparedFrom: number;
  /** The number of offsets that were deleted from the log before they were stored: those between the settled or stored ones and the start of the log. */
  lost: number;
  /** Rows with offsets beyond the end of the log. */
  rowsBeyondEnd: number;
}

/** The log and the warehouse that are compared. */
export interface ComparedPorts {
  bus: Pick<Bus, 'partitions'>;
  warehouse: Pick<Warehouse, 'read'>;
}

/** Returns every topic ID's partitions, those of the log first. Rejects with a StartError if a committed position cannot be read. */
export async function findPartitions({ bus, warehouse }: ComparedPorts): Promise<ComparedPartition[]> {
  // Read before the rows, so that everything committed by then is stored.
  const logs = await bus.partitions();
  const stored = await readStoredEnds(warehouse);
  const ahead = logs.some((log) => stored.some((one) => isSamePartition(one, log) && one.offset > log.endOffset));
  // Read again, because consumers may have stored events published since the first read.
  const ends = ahead ? await bus.partitions() : logs;
  const current = logs.map(async (log) => {
    const settledTo = Math.min(log.committed === undefined ? 0 : readPosition(log.committed).from, log.endOffset);
    // The rows of a range that is stored but not committed, or of a group whose commit was lost.
    const storedEnd = stored.find((one) => isSamePartition(one, log))?.offset ?? 0;
    const endOffset = ends.find((end) => isSamePartition(end, log))?.endOffset ?? log.endOffset;
    return {
      ...identityOf(log),
      log,
      settledTo,
      comparedFrom: Math.min(log.startOffset, settledTo),
      lost: Math.max(0, log.startOffset - Math.max(settledTo, storedEnd)),
      rowsBeyondEnd: ahead ? await countFrom(warehouse, log, endOffset) : 0,
    };
  });
  const old = stored
    .filter((one) => !logs.some((log) => isSamePartition(one, log)))
    .map((one) => ({
      ...identityOf(one),
      log: undefined,
      settledTo: one.offset,
      comparedFrom: one.offset,
      lost: 0,
      rowsBeyondEnd: 0,
    }));
  return [...(await Promise.all(current)).toSorted(byIdentity), ...old.toSorted(byIdentity)];
}

function identityOf({ topicId, partition }: TopicPartition): TopicPartition {
  return { topicId, partition };
}

/** Orders by topic ID, then by partition. */
export function byIdentity(one: TopicPartition, other: TopicPartition): number {
  if (one.topicId === other.topicId) return one.partition - other.partition;
  return one.topicId < other.topicId ? -1 : 1;
}

async function countFrom(
  warehouse: ComparedPorts['warehouse'],
  partition: TopicPartition,
  from: number,
): Promise<number> {
  const [count] = await warehouse.read<{ rows: number }>({
    sql: `SELECT count() AS rows FROM events
          WHERE ${isOfPartition} AND offset >= {from:UInt64}`,
    params: { ...identityOf(partition), from },
  });
  return count?.rows ?? 0;
}

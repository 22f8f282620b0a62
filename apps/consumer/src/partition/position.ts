/** The position at which a partition resumes: from its commit and from the rows that `events` has beyond it, or an error if records are missing. */
import type { Assignment } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import type { Logger } from '@footfall/process';
import type { Warehouse } from '@footfall/warehouse';
import { batchLimits } from './limits.ts';
import { type Position, readPosition } from './planned-range.ts';

export interface PositionDeps {
  warehouse: Pick<Warehouse, 'read'>;
  logger: Logger;
  /** If true, consumption continues with the oldest available record when records that were never stored are gone. */
  skipsLostRecords: boolean;
}

/** A position, and the newest row of `events` beyond it: no further than the planned range, unless commits were lost. */
export interface ResumedPosition extends Position {
  /** The newest offset stored; undefined if there is none at or after `from`. */
  storedTo: number | undefined;
}

/** Throws a StartError with advice if the log does not have the next records. */
export async function findPosition(assignment: Assignment, deps: PositionDeps): Promise<ResumedPosition> {
  const { partition } = assignment;
  const commit = await assignment.committed();
  const committed = commit ? readPosition(commit) : { from: 0, plannedTo: undefined };
  const storedTo = await newestStored(deps.warehouse, assignment, committed.from);
  // If the commit was lost, the newest offsets are treated as a range whose insert has begun: they include the last one, whose rows may not all have been stored.
  const from = commit ? committed.from : Math.max(0, (storedTo ?? -1) - batchLimits.rowsMax + 1);
  const position = { ...committed, from, storedTo };
  const end = await assignment.endOffset();
  // Last, because it proves that the end belongs to this topic ID as well.
  const start = await assignment.startOffset();
  const next = Math.max(from - 1, position.plannedTo ?? -1, storedTo ?? -1) + 1;
  if (next > end) {
    throw new StartError(
      `Partition ${partition} of the topic ends at offset ${end}, but offsets below ${next} were already read: records are missing. Restore the topic, or delete it so that it is created again`,
    );
  }
  if (position.from >= start) return position;
  // The stored part of a lost commit's last range may be gone from the log.
  if (!commit && next >= start && next > 0) return { ...position, from: start };
  if (!deps.skipsLostRecords) {
    throw new StartError(
      `Partition ${partition} of the topic begins at offset ${start}, but the next offset to store is ${position.from}: ${start - position.from} records are missing. To continue without them, set KAFKA_OFFSET_RESET=earliest`,
    );
  }
  deps.logger.error(
    { partition, from: position.from, to: start - 1 },
    'Records are missing from the log and are skipped',
  );
  const { plannedTo } = position;
  return { ...position, from: start, plannedTo: plannedTo !== undefined && plannedTo >= start ? plannedTo : undefined };
}

/** Returns the newest offset of `assignment` in `events`, at or after `from`. */
async function newestStored(
  warehouse: Pick<Warehouse, 'read'>,
  { topicId, partition }: Assignment,
  from: number,
): Promise<number | undefined> {
  const [stored] = await warehouse.read<{ rows: number; newest: number }>({
    sql: `SELECT count() AS rows, max(offset) AS newest FROM events
          WHERE incarnation = {topicId:String} AND partition = {partition:UInt16} AND offset >= {from:UInt64}`,
    params: { topicId, partition, from },
  });
  return stored && stored.rows > 0 ? stored.newest : undefined;
}

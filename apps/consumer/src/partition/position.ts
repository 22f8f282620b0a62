/** Where a partition goes on: from its commit and from what `events` has beyond it, or not at all when records are missing. */
import type { PartitionClaim } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import type { Logger } from '@footfall/process';
import type { Warehouse } from '@footfall/warehouse';
import { batchLimits } from './limits.ts';
import { type Position, readPosition } from './planned-range.ts';

export interface PositionDeps {
  warehouse: Pick<Warehouse, 'read'>;
  logger: Logger;
  /** Whether to go on with the oldest record there is when records that were never stored are gone. */
  skipsLostRecords: boolean;
}

/** A position, and how far `events` is ahead of it: by no more than the planned range, unless commits were lost. */
export interface ResumedPosition extends Position {
  /** The newest offset stored; undefined when none is from `from` on. */
  storedTo: number | undefined;
}

/** Throws a StartError that says what to do when the log does not have what comes next. */
export async function findPosition(claim: PartitionClaim, deps: PositionDeps): Promise<ResumedPosition> {
  const { partition } = claim;
  const commit = await claim.committed();
  const committed = commit ? readPosition(commit) : { from: 0, plannedTo: undefined };
  const storedTo = await newestStored(deps.warehouse, claim, committed.from);
  // Of a lost commit, as if the newest offsets were a range whose insert was begun: they hold the last one, whose rows may not have been stored all.
  const from = commit ? committed.from : Math.max(0, (storedTo ?? -1) - batchLimits.rowsMax + 1);
  const position = { ...committed, from, storedTo };
  const end = await claim.endOffset();
  // Last, because it tells whether the end, too, is of this life of the topic.
  const start = await claim.startOffset();
  const next = Math.max(from - 1, position.plannedTo ?? -1, storedTo ?? -1) + 1;
  if (next > end) {
    throw new StartError(
      `Partition ${partition} of the topic ends at offset ${end}, and everything before ${next} was read: it has lost records. Restore it, or delete the topic so that it is made anew`,
    );
  }
  if (position.from >= start) return position;
  // What was stored of a lost commit's last range may be gone from the log.
  if (!commit && next >= start && next > 0) return { ...position, from: start };
  if (!deps.skipsLostRecords) {
    throw new StartError(
      `Partition ${partition} of the topic begins at offset ${start}, and the next to store is ${position.from}: ${start - position.from} records are gone. To go on without them set KAFKA_OFFSET_RESET=earliest`,
    );
  }
  deps.logger.error(
    { partition, from: position.from, to: start - 1 },
    'Records are gone from the log and are left out',
  );
  const { plannedTo } = position;
  return { ...position, from: start, plannedTo: plannedTo !== undefined && plannedTo >= start ? plannedTo : undefined };
}

/** The newest offset that `events` has of `claim`, from `from` on. */
async function newestStored(
  warehouse: Pick<Warehouse, 'read'>,
  { incarnation, partition }: PartitionClaim,
  from: number,
): Promise<number | undefined> {
  const [stored] = await warehouse.read<{ rows: number; newest: number }>({
    sql: `SELECT count() AS rows, max(offset) AS newest FROM events
          WHERE incarnation = {incarnation:String} AND partition = {partition:UInt16} AND offset >= {from:UInt64}`,
    params: { incarnation, partition, from },
  });
  return stored && stored.rows > 0 ? stored.newest : undefined;
}

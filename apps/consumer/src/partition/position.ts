/** The position at which a partition resumes: from its commit and from the rows that `events` has beyond it, or an error if records are missing. */
import type { Assignment, Bus } from '@footfall/bus';
import { StartError, unavailable } from '@footfall/errors';
import type { Logger } from '@footfall/process';
import { eventKey } from '@footfall/schemas';
import type { Warehouse } from '@footfall/warehouse';
import { decodeRecords } from './batch.ts';
import { batchLimits } from './limits.ts';
import { identityColumns, isOfPartition, type StoredIdentity } from './log-positions.ts';
import { type Position, readPosition } from './planned-range.ts';

/**
 * The number of offsets before the commit among which the newest row is searched for. A row further back would be compared with the log as well,
 * but finding it would take a read of the whole table.
 */
const soughtOffsetsMax = 20_000;
const recordWaitMs = 5_000;

/** A partition of the log, assigned or not. */
type Log = Pick<Assignment, 'topicId' | 'partition' | 'committed' | 'startOffset' | 'endOffset' | 'read'>;

export interface PositionDeps {
  warehouse: Pick<Warehouse, 'read'>;
  logger: Logger;
  /** True to continue with the oldest available record if records that were never stored are gone. */
  skipsLostRecords: boolean;
}

/** A position, and the newest row of `events` beyond it: no further than the planned range, unless commits were lost. */
export interface ResumedPosition extends Position {
  /** The newest offset stored; undefined if there is none at or after `from`. */
  storedTo: number | undefined;
}

/** Throws a StartError with advice if the log does not have the next records, or is not the log from which events were stored. */
export async function findPosition(log: Log, deps: PositionDeps): Promise<ResumedPosition> {
  const { partition } = log;
  const commit = await log.committed();
  const committed = commit ? readPosition(commit) : { from: 0, plannedTo: undefined };
  const newest = await findNewest(deps.warehouse, log, Math.max(0, committed.from - soughtOffsetsMax));
  const storedTo = newest && newest.offset >= committed.from ? newest.offset : undefined;
  // If the commit was lost, the newest offsets are treated as a range whose insert has begun: they include the last one, whose rows may not all have been stored.
  const from = commit ? committed.from : Math.max(0, (storedTo ?? -1) - batchLimits.rowsMax + 1);
  const position = { ...committed, from, storedTo };
  const end = await log.endOffset();
  // Last, because it proves that the end belongs to this topic ID as well.
  const start = await log.startOffset();
  const next = Math.max(from - 1, position.plannedTo ?? -1, storedTo ?? -1) + 1;
  if (next > end) {
    throw new StartError(
      `Partition ${partition} of the log ends at offset ${end}, but offsets below ${next} were already read: the log has lost its end. ${restoreAdvice}`,
    );
  }
  if (newest && newest.offset >= start && newest.offset < end) await requireSameEvent(log, newest);
  if (position.from >= start) return position;
  // The stored part of a lost commit's last range may be gone from the log.
  if (!commit && next >= start && next > 0) return { ...position, from: start };
  if (!deps.skipsLostRecords) {
    throw new StartError(
      `Partition ${partition} of the log begins at offset ${start}, but the next offset to store is ${position.from}: ${start - position.from} records are missing. To continue without them, set KAFKA_OFFSET_RESET=earliest`,
    );
  }
  deps.logger.error(
    { partition, from: position.from, to: start - 1 },
    'Records are missing from the log and are skipped',
  );
  const { plannedTo } = position;
  return { ...position, from: start, plannedTo: plannedTo !== undefined && plannedTo >= start ? plannedTo : undefined };
}

/** Rejects with the StartError of the first partition that a consumer could not resume, so that a process can be refused before it accepts events. */
export async function requirePositions(bus: Pick<Bus, 'partitions'>, deps: PositionDeps): Promise<void> {
  for (const log of await bus.partitions()) {
    const { topicId, partition } = log;
    const read: Log['read'] = (from, limits) => log.read(from, limits);
    const committed = async () => log.committed;
    const startOffset = async () => log.startOffset;
    const endOffset = async () => log.endOffset;
    await findPosition({ topicId, partition, read, committed, startOffset, endOffset }, deps);
  }
}

const restoreAdvice =
  'Restore the log and the warehouse from the same backup, or start with an empty log (docs/operating.md, "The log has lost its end")';

/** Returns the row of the partition with the highest offset, at or after `from`. */
async function findNewest(
  warehouse: Pick<Warehouse, 'read'>,
  { topicId, partition }: Log,
  from: number,
): Promise<StoredIdentity | undefined> {
  const atOrAfter = `${isOfPartition} AND offset >= {from:UInt64}`;
  const [newest] = await warehouse.read<StoredIdentity>({
    // In two steps, so that the IDs of few rows are read.
    sql: `SELECT ${identityColumns} FROM events
          WHERE ${atOrAfter} AND offset = (SELECT max(offset) FROM events WHERE ${atOrAfter})
          LIMIT 1`,
    params: { topicId, partition, from },
  });
  return newest;
}

/**
 * Throws a StartError if the log has another event at the offset of the row. A log that has lost its end and was written again has new
 * events at offsets that count as stored.
 */
async function requireSameEvent(log: Log, row: StoredIdentity): Promise<void> {
  const records = await log.read(row.offset, { recordsMax: 1, bytesMax: batchLimits.bytesMax, waitMs: recordWaitMs });
  if (records.length === 0) throw unavailable(`The log returned no record at offset ${row.offset}`);
  const { rows } = await decodeRecords(records, log);
  if (rows[0]?.offset === row.offset && eventKey(rows[0]) === eventKey(row)) return;
  throw new StartError(
    `Partition ${log.partition} of the log has another event at offset ${row.offset} than the one stored from there: the log lost its end and was written again. ${restoreAdvice}`,
  );
}

/** The insert of one range of offsets: done once, however often it is tried, and whatever was killed in between. */
import { randomUUID } from 'node:crypto';
import { AppError } from '@footfall/errors';
import { eventsTable, type EventRow, type Warehouse } from '@footfall/warehouse';

/** Offsets of one partition, in one life of the topic; both bounds inclusive. */
export interface OffsetRange {
  incarnation: string;
  partition: number;
  from: number;
  to: number;
}

type Store = Pick<Warehouse, 'read' | 'insert'>;

const retryAfterSeconds = 1;

/**
 * Inserts `rows` of `range` under the range's own token. A repetition (`isRepeated`) leaves out what is there, unless
 * only the token can tell what is missing. It looks once more afterwards: the engine notes a token before the rows are
 * in place, and one that is killed in between takes every repetition for done. Rejects with UNAVAILABLE while an
 * earlier attempt still runs.
 */
export async function insertRange(
  warehouse: Store,
  range: OffsetRange,
  rows: readonly EventRow[],
  isRepeated: boolean,
): Promise<void> {
  const token = `${range.incarnation}:${range.partition}:${range.from}-${range.to}`;
  if (!isRepeated) return warehouse.insert(eventsTable, rows, token);
  const needsAll = await viewsNeedAll(warehouse, range);
  await warehouse.insert(eventsTable, needsAll ? rows : await missingRows(warehouse, range, rows), token);
  // Before the last look: what ends after it could store what it has missed.
  if (await isInserting(warehouse, token)) {
    throw new AppError('UNAVAILABLE', 'An earlier attempt of the insert still runs', { retryAfterSeconds });
  }
  await warehouse.insert(eventsTable, await missingRows(warehouse, range, rows), `${token}:${randomUUID()}`);
}

async function missingRows(warehouse: Store, range: OffsetRange, rows: readonly EventRow[]): Promise<EventRow[]> {
  const stored = await storedOffsets(warehouse, range);
  return rows.filter(({ offset }) => !stored.has(offset));
}

interface BlocksOfRange {
  views: number;
  /** How many parts the engine remembers. */
  remembered: number;
  /** Numbers of blocks: the oldest of the range, the newest of all, and the newest that a migration copied. */
  oldest: number;
  newest: number;
  copied: number;
}

/**
 * Whether a view on `events` may lack rows of `range` that `events` has, because the first attempt failed in between,
 * and the engine still knows the token, so that `events` does not take them twice. The engine remembers a number of
 * parts; they are numbered in the order of inserts, and a merged one begins with its oldest. It never knew the tokens of
 * rows that a migration copied.
 */
async function viewsNeedAll(
  warehouse: Pick<Warehouse, 'read'>,
  { incarnation, partition, from, to }: OffsetRange,
): Promise<boolean> {
  const [told] = await warehouse.read<BlocksOfRange>({
    sql: `SELECT
            (SELECT length(dependencies_table) FROM system.tables
             WHERE database = currentDatabase() AND name = 'events') AS views,
            (SELECT toUInt64OrZero(extract(engine_full, 'non_replicated_deduplication_window = (\\d+)')) FROM system.tables
             WHERE database = currentDatabase() AND name = 'events') AS remembered,
            (SELECT max(max_block_number) FROM system.parts
             WHERE database = currentDatabase() AND table = 'events') AS newest,
            (SELECT max(newest) FROM copied_event_blocks) AS copied,
            min(toUInt64(splitByChar('_', _part)[2])) AS oldest
          FROM events
          WHERE incarnation = {incarnation:String} AND partition = {partition:UInt16}
            AND offset BETWEEN {from:UInt64} AND {to:UInt64}`,
    params: { incarnation, partition, from, to },
  });
  if (!told || told.views === 0) return false;
  return told.oldest > told.copied && told.newest - told.oldest < told.remembered;
}

/** Which offsets of `range` are rows of `events`. */
export async function storedOffsets(
  warehouse: Pick<Warehouse, 'read'>,
  { incarnation, partition, from, to }: OffsetRange,
): Promise<ReadonlySet<number>> {
  const rows = await warehouse.read<{ offset: number }>({
    sql: `SELECT offset FROM events
          WHERE incarnation = {incarnation:String} AND partition = {partition:UInt16}
            AND offset BETWEEN {from:UInt64} AND {to:UInt64}`,
    params: { incarnation, partition, from, to },
  });
  return new Set(rows.map(({ offset }) => offset));
}

/** Whether an insert under this token, or one made from it, is under way. */
async function isInserting(warehouse: Pick<Warehouse, 'read'>, token: string): Promise<boolean> {
  const [running] = await warehouse.read<{ inserts: number }>({
    sql: `SELECT count() AS inserts FROM system.processes
          WHERE startsWith(Settings['insert_deduplication_token'], {token:String})`,
    params: { token },
  });
  return running !== undefined && running.inserts > 0;
}

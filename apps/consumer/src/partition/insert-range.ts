/** The insert of one range of offsets: stored once, after any number of attempts and interruptions. */
import { randomUUID } from 'node:crypto';
import { unavailable } from '@footfall/errors';
import { eventsTable, type EventRow, type Warehouse } from '@footfall/warehouse';
import { isAtOffsets } from './log-positions.ts';
import type { PlannedRange } from './planned-range.ts';

type Store = Pick<Warehouse, 'read' | 'insert'>;

/**
 * Inserts `rows` of `range` under the token of the range. A repetition (`isRepeated`) skips stored rows, and
 * checks afterwards that all are stored: the engine records a token before the rows are stored, so that after a kill in
 * between it treats every repetition as done. Returns the rows that were not stored yet. Rejects with UNAVAILABLE while an earlier
 * attempt is still running.
 */
export async function insertRange(
  warehouse: Store,
  range: PlannedRange,
  rows: readonly EventRow[],
  isRepeated: boolean,
): Promise<readonly EventRow[]> {
  const token = `${range.topicId}:${range.partition}:${range.from}-${range.to}`;
  if (!isRepeated) {
    await warehouse.insert(eventsTable, rows, token);
    return rows;
  }
  const missing = await missingRows(warehouse, range, rows);
  await warehouse.insert(eventsTable, missing, token);
  // Before the check: an attempt that ends after it could store the same rows.
  if (await isInserting(warehouse, token)) {
    throw unavailable('An earlier attempt of the insert is still running');
  }
  await warehouse.insert(eventsTable, await missingRows(warehouse, range, rows), `${token}:${randomUUID()}`);
  return missing;
}

/** Returns those of `rows` that `events` does not have. */
async function missingRows(
  warehouse: Pick<Warehouse, 'read'>,
  { topicId, partition, from, to }: PlannedRange,
  rows: readonly EventRow[],
): Promise<EventRow[]> {
  const found = await warehouse.read<{ offset: number }>({
    sql: `SELECT offset FROM events WHERE ${isAtOffsets}`,
    params: { topicId, partition, from, to: to + 1 },
  });
  const stored = new Set(found.map(({ offset }) => offset));
  return rows.filter(({ offset }) => !stored.has(offset));
}

/** Returns true if an insert with this token, or with one derived from it, is in progress. */
async function isInserting(warehouse: Pick<Warehouse, 'read'>, token: string): Promise<boolean> {
  const [running] = await warehouse.read<{ inserts: number }>({
    sql: `SELECT count() AS inserts FROM system.processes
          WHERE startsWith(Settings['insert_deduplication_token'], {token:String})`,
    params: { token },
  });
  return running !== undefined && running.inserts > 0;
}

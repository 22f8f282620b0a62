/** The reasons why records of the log have no row: omitted by the consumer on purpose, or missing. */
import type { BusRecord, TopicPartition } from '@footfall/bus';
import type { EventRow, Warehouse } from '@footfall/warehouse';
import { decodeRecords } from '../partition/batch.ts';
import { findKnownEvents } from '../duplicates/known-events.ts';

export interface Explained {
  /** Records that are not events. */
  deadLetters: number;
  /** Duplicates of events that are stored, or missing themselves. */
  duplicates: number;
  /** Events of deleted workspaces. */
  deleted: number;
  missing: EventRow[];
}

/** Explains `records` of a partition, which have no rows, in order of their offsets. */
export async function explain(
  warehouse: Pick<Warehouse, 'read'>,
  partition: TopicPartition,
  records: readonly BusRecord[],
): Promise<Explained> {
  const { rows, deadLetters } = await decodeRecords(records, partition);
  const deleted = await findDeleted(warehouse, rows);
  const kept = rows.filter(({ workspaceId }) => !deleted.has(workspaceId));
  const known = await findKnownEvents(warehouse, kept, kept);
  const missing = kept.filter((row) => known.isNew(row));
  return {
    deadLetters: deadLetters.length,
    deleted: rows.length - kept.length,
    duplicates: kept.length - missing.length,
    missing,
  };
}

async function findDeleted(
  warehouse: Pick<Warehouse, 'read'>,
  rows: readonly EventRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const found = await warehouse.read<{ id: string }>({
    sql: 'SELECT DISTINCT workspace_id AS id FROM workspace_deletions WHERE workspace_id IN {ids:Array(String)}',
    params: { ids: [...new Set(rows.map(({ workspaceId }) => workspaceId))] },
  });
  return new Set(found.map(({ id }) => id));
}

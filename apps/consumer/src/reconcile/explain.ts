/** The reasons why records of the log have no row: omitted by the consumer on purpose, or missing. */
import type { BusRecord } from '@footfall/bus';
import { eventKey } from '@footfall/schemas';
import type { EventRow, Warehouse } from '@footfall/warehouse';
import { type Decoded, decodeRecords } from '../partition/batch.ts';
import { isSameEvent } from '../duplicates/same-event.ts';
import { findNamesakes, type StoredEvent } from '../duplicates/stored-events.ts';

export interface Explained {
  /** Records that are not events. */
  deadLetters: number;
  /** Duplicates of events that are stored, or missing themselves. */
  copies: number;
  /** Events of deleted workspaces. */
  deleted: number;
  missing: (Decoded & { kind: 'row' })[];
}

/** Explains `records`, which have no rows, in order of their offsets. */
export async function explain(
  warehouse: Pick<Warehouse, 'read'>,
  incarnation: string,
  records: readonly BusRecord[],
): Promise<Explained> {
  const decoded = (await decodeRecords(records, incarnation)).filter((one) => one.kind === 'row');
  const deleted = await findDeleted(warehouse, decoded);
  const kept = decoded.filter(({ row }) => !deleted.has(row.workspaceId));
  const missing = await withoutCopies(warehouse, kept);
  return {
    deadLetters: records.length - decoded.length,
    deleted: decoded.length - kept.length,
    copies: kept.length - missing.length,
    missing,
  };
}

async function withoutCopies<One extends { row: EventRow }>(
  warehouse: Pick<Warehouse, 'read'>,
  events: readonly One[],
): Promise<One[]> {
  const namesakes = new Map<string, StoredEvent[]>();
  const add = (event: StoredEvent) => {
    const known = namesakes.get(eventKey(event));
    if (known) known.push(event);
    else namesakes.set(eventKey(event), [event]);
  };
  const rows = events.map(({ row }) => row);
  for (const event of await findNamesakes(warehouse, rows, rows)) add(event);
  return events.filter(({ row }) => {
    if (namesakes.get(eventKey(row))?.some((one) => isSameEvent(one, row))) return false;
    add(row);
    return true;
  });
}

async function findDeleted(
  warehouse: Pick<Warehouse, 'read'>,
  events: readonly { row: EventRow }[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const found = await warehouse.read<{ id: string }>({
    sql: 'SELECT DISTINCT workspace_id AS id FROM workspace_deletions WHERE workspace_id IN {ids:Array(String)}',
    params: { ids: [...new Set(events.map(({ row }) => row.workspaceId))] },
  });
  return new Set(found.map(({ id }) => id));
}

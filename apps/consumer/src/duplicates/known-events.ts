/** Events that others may duplicate: rows of `events`, and those that were added since. */
import { dayMs, hourMs } from '@footfall/schemas';
import { clickhouseTime, type EventRow, type Warehouse } from '@footfall/warehouse';
import { isSameEvent, type LoggedEvent } from './same-event.ts';

export interface StoredEvent extends LoggedEvent {
  workspaceId: string;
  id: string;
}

/** The columns of a `StoredEvent`, as SQL. */
export const storedColumns = `workspace_id AS workspaceId, toString(id) AS id,
  toUnixTimestamp64Milli(timestamp) AS timestamp, toUnixTimestamp64Milli(received_at) AS receivedAt,
  incarnation AS topicId, partition, offset`;

/**
 * Returns the stored events, of any partition, that have the ID of another one and may be the same: for `recent` those received at most a day
 * before the first of them, for `late` those of the same hour.
 */
export async function findKnownEvents(
  warehouse: Pick<Warehouse, 'read'>,
  recent: readonly EventRow[],
  late: readonly EventRow[],
): Promise<KnownEvents> {
  const earliest = recent.reduce((least, row) => Math.min(least, row.receivedAt), Number.POSITIVE_INFINITY);
  return new KnownEvents([
    ...(await findWhere(warehouse, recent, `received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, {
      from: earliest - dayMs,
    })),
    ...(await findWhere(warehouse, late, `toStartOfHour(timestamp) IN {hours:Array(DateTime('UTC'))}`, {
      hours: [...new Set(late.map(hourOf))],
    })),
  ]);
}

class KnownEvents {
  /** The events by ID alone, because joining workspace and ID into a key takes longer than everything else here. */
  readonly #byId = new Map<string, (StoredEvent | EventRow)[]>();

  constructor(stored: readonly StoredEvent[]) {
    for (const event of stored) this.#add(event);
  }

  /** Returns true if `row` duplicates no known event, and adds it to them. */
  isNew(row: EventRow): boolean {
    const known = this.#byId.get(row.id);
    if (known?.some((one) => one.workspaceId === row.workspaceId && isSameEvent(one, row))) return false;
    this.#add(row);
    return true;
  }

  #add(event: StoredEvent | EventRow): void {
    const known = this.#byId.get(event.id);
    if (known) known.push(event);
    else this.#byId.set(event.id, [event]);
  }
}

async function findWhere(
  warehouse: Pick<Warehouse, 'read'>,
  rows: readonly EventRow[],
  condition: string,
  params: Record<string, number | readonly string[]>,
): Promise<StoredEvent[]> {
  if (rows.length === 0) return [];
  return warehouse.read<StoredEvent>({
    sql: `SELECT ${storedColumns}
          FROM (SELECT * FROM events
            WHERE workspace_id IN {workspaces:Array(String)} AND ${condition} AND id IN {ids:Array(UUID)})`,
    params: {
      ...params,
      workspaces: [...new Set(rows.map((row) => row.workspaceId))],
      ids: [...new Set(rows.map((row) => row.id))],
    },
  });
}

/** Returns the hour of the row's timestamp, as a parameter. */
function hourOf({ timestamp }: EventRow): string {
  return clickhouseTime(timestamp - (timestamp % hourMs)).slice(0, 19);
}

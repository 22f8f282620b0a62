/** Drops second copies of events: the same id in a workspace within 24 hours, or, of old events, the same id and timestamp. */
import { clickhouseTime, type EventRow, type Warehouse } from '@footfall/warehouse';
import { hashId, SeenIds, unpackHashes } from './seen-ids.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** How far a clock may have been set back before what is remembered has to be read again. */
const clockSlackMs = hourMs;

interface StoredEvent {
  key: string;
  timestamp: number;
  receivedAt: number;
  incarnation: string;
  partition: number;
  offset: number;
}

/** What may have come before a row under the same id: from `events`, or earlier in the same batch. */
type Earlier = StoredEvent | EventRow;

const eventKey = (workspaceId: string, id: string) => `${workspaceId}/${id}`;

/**
 * The copies of one partition. `events` is the truth about what came before; the memory of ids only tells which
 * events need no look there. A row that stands in `events` already at its own offset is no copy of itself, so that
 * a repeated insert keeps it.
 */
export class Duplicates {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  readonly #partition: number;
  #seen = new SeenIds();
  /** Every id received since then is in memory; epoch milliseconds. */
  #loadedSince = Number.POSITIVE_INFINITY;

  constructor(warehouse: Pick<Warehouse, 'read'>, partition: number) {
    this.#warehouse = warehouse;
    this.#partition = partition;
  }

  /** The rows that are no copies, in order; of copies within `rows` the first stays. */
  async drop(rows: readonly EventRow[]): Promise<EventRow[]> {
    if (rows.length === 0) return [];
    await this.#load(earliestReceived(rows) - dayMs);
    const earlier = await this.#findStored(rows);
    return rows.filter((row) => {
      const key = eventKey(row.workspaceId, row.id);
      const namesakes = earlier.get(key);
      if (namesakes?.some((one) => isSameEvent(one, row))) return false;
      if (namesakes) namesakes.push(row);
      else earlier.set(key, [row]);
      return true;
    });
  }

  /** Remembers rows that have been inserted. */
  remember(rows: readonly EventRow[]): void {
    for (const row of rows) this.#seen.add(hashId(row.workspaceId, row.id), row.receivedAt);
  }

  async #load(sinceMs: number): Promise<void> {
    if (sinceMs >= this.#loadedSince) return;
    const from = sinceMs - clockSlackMs;
    const hours = await this.#warehouse.read<{ hour_s: string | number; hashes: string }>({
      // One row an hour, its hashes packed: a row an id would cost seconds and hundreds of megabytes.
      sql: `SELECT toUnixTimestamp(toStartOfHour(received_at)) AS hour_s,
              base64Encode(arrayStringConcat(groupArray(substring(MD5(concat(workspace_id, '\\0', toString(id))), 1, 8)))) AS hashes
            FROM events
            WHERE partition = {partition:UInt16} AND received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
            GROUP BY hour_s`,
      params: { partition: this.#partition, from },
    });
    for (const { hour_s: hour, hashes } of hours) {
      for (const hash of unpackHashes(Buffer.from(hashes, 'base64'))) this.#seen.add(hash, Number(hour) * 1000);
    }
    this.#loadedSince = from;
  }

  async #findStored(rows: readonly EventRow[]): Promise<Map<string, Earlier[]>> {
    const recent = rows.filter((row) => this.#seen.has(hashId(row.workspaceId, row.id)));
    const old = rows.filter(cameLate);
    const found = [...(await this.#findRecent(recent)), ...(await this.#findOld(old))];
    const byKey = new Map<string, Earlier[]>();
    for (const one of found) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one]);
    return byKey;
  }

  async #findRecent(rows: readonly EventRow[]): Promise<StoredEvent[]> {
    if (rows.length === 0) return [];
    return this.#findWhere(rows, `received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, {
      from: earliestReceived(rows) - dayMs,
    });
  }

  async #findOld(rows: readonly EventRow[]): Promise<StoredEvent[]> {
    if (rows.length === 0) return [];
    const hours = new Set(rows.map((row) => clickhouseTime(row.timestamp - (row.timestamp % hourMs)).slice(0, 19)));
    return this.#findWhere(rows, `toStartOfHour(timestamp) IN {hours:Array(DateTime('UTC'))}`, { hours: [...hours] });
  }

  async #findWhere(
    rows: readonly EventRow[],
    condition: string,
    params: Record<string, number | readonly string[]>,
  ): Promise<StoredEvent[]> {
    const found = await this.#warehouse.read<Record<string, string | number>>({
      sql: `SELECT workspace_id, toString(id) AS event_id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms,
              toUnixTimestamp64Milli(received_at) AS received_ms, incarnation, partition, offset
            FROM events
            WHERE workspace_id IN {workspaces:Array(String)} AND ${condition} AND id IN {ids:Array(UUID)}`,
      params: {
        ...params,
        workspaces: [...new Set(rows.map((row) => row.workspaceId))],
        ids: [...new Set(rows.map((row) => row.id))],
      },
    });
    return found.map((one) => ({
      key: eventKey(String(one.workspace_id), String(one.event_id)),
      timestamp: Number(one.timestamp_ms),
      receivedAt: Number(one.received_ms),
      incarnation: String(one.incarnation),
      partition: Number(one.partition),
      offset: Number(one.offset),
    }));
  }
}

function earliestReceived(rows: readonly EventRow[]): number {
  return rows.reduce((earliest, row) => Math.min(earliest, row.receivedAt), Number.POSITIVE_INFINITY);
}

/** Whether the event was already more than a day old when it came. */
function cameLate(row: EventRow): boolean {
  return row.receivedAt - row.timestamp > dayMs;
}

/** Whether `row` is a copy of `other`, which has the same id and workspace. */
function isSameEvent(other: Earlier, row: EventRow): boolean {
  const inSameLog = other.incarnation === row.incarnation && other.partition === row.partition;
  if (inSameLog && other.offset >= row.offset) return false;
  if (row.receivedAt - other.receivedAt <= dayMs) return true;
  return cameLate(row) && other.timestamp === row.timestamp;
}

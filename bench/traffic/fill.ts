/** Fills `events` with generated traffic, in chunks of time, so that no statement needs much memory. */
import type { Warehouse } from '@footfall/warehouse';
import { type Cast, eventsPerSession, insertTraffic, sessionMsMax } from './traffic-sql.ts';

export interface Traffic {
  seed: number;
  /** The partition of the log that the events come from. */
  partition: number;
  /** The approximate number. */
  events: number;
  days: number;
  cast: Cast;
  /** True if visitors are derived and exist for one day; otherwise they return forever. */
  lastsOneDay: boolean;
  /** Epoch milliseconds; all events are earlier. */
  endMs: number;
}

/** The topic ID of generated events. */
export const topicId = 'generated';

const dayMs = 86_400_000;
const chunkEvents = 500_000;

/** Inserts the events in the order of time, with offsets from 0; `afterChunk` receives the number so far and the end of the chunk. Returns the total number. */
export async function fill(
  warehouse: Warehouse,
  traffic: Traffic,
  afterChunk: (events: number, endMs: number) => Promise<void>,
): Promise<number> {
  const { partition, seed, endMs, lastsOneDay } = traffic;
  const startMs = endMs - traffic.days * dayMs;
  const sessions = Math.round(traffic.events / eventsPerSession);
  const stepMs = (traffic.days * dayMs) / sessions;
  const chunks = Math.ceil(traffic.events / chunkEvents);
  const bound = (chunk: number) => startMs + Math.ceil((chunk * traffic.days * dayMs) / chunks);
  const sql = insertTraffic(traffic.cast);
  let stored = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const [fromMs, toMs] = [bound(chunk), bound(chunk + 1)];
    // Sessions of the chunk's events began at most this long before it.
    const firstSession = Math.max(0, Math.floor((fromMs - sessionMsMax - startMs) / stepMs));
    const endSession = Math.min(sessions, Math.ceil((toMs - startMs) / stepMs));
    const drawn = { seed, firstSession, sessions: Math.max(0, endSession - firstSession), startMs, stepMs, endMs };
    await warehouse.command({ sql, params: { ...drawn, lastsOneDay, partition, fromMs, toMs, offset: stored } });
    stored = await countEvents(warehouse, partition);
    await afterChunk(stored, toMs);
  }
  return stored;
}

async function countEvents(warehouse: Pick<Warehouse, 'read'>, partition: number): Promise<number> {
  const [row] = await warehouse.read<{ n: number }>({
    sql: 'SELECT count() AS n FROM events WHERE `partition` = {partition:UInt16}',
    params: { partition },
  });
  return row?.n ?? 0;
}

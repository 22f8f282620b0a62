/** A design to compare with: tables filled from `events`, and the statements that compute each endpoint from them. */
import type { ParameterValue, Warehouse } from '@footfall/warehouse';
import { progress } from '../progress.ts';
import { sessionMsMax } from '../traffic/traffic-sql.ts';

/** The endpoints that every design has. */
export const endpoints = [
  'overview',
  'visitors',
  'pages',
  'sources',
  'events',
  'campaigns',
  'channels',
  'devices',
  'geo',
  'ux-insights',
  'realtime',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** Those that the dashboard requests at once. */
export const screenEndpoints: readonly Endpoint[] = [
  'overview',
  'visitors',
  'pages',
  'sources',
  'devices',
  'geo',
  'events',
];

export interface Design {
  name: string;
  /** The name of a table that exists once the design's tables have been filled. */
  marker: string;
  /** Statements that create its tables. */
  tables: readonly string[];
  /** Statements that insert the events in [`{fromMs}`, `{toMs}`); a session that begins there ends before `{endedMs}`. */
  inserts: readonly string[];
  /** The statements of each endpoint, sent at once. Values: `{workspaceId}`, `{startMs}`, `{endMs}`, `{previousMs}` and `{limit}`. */
  requests: Requests;
  /** The same for sessions that match a condition, if the design supports it. */
  narrowed?: (condition: string) => Requests;
}

export type Requests = Readonly<Record<Endpoint, readonly string[]>>;

/** A range of time, epoch milliseconds, the end exclusive. */
export interface Range {
  startMs: number;
  endMs: number;
}

const realtimeMs = 5 * 60_000;
const limitDefault = 100;
const pagesDefault = 20;
/** The approximate number of events in one insert. */
const chunkEvents = 1_000_000;

export const moment = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** Returns the events of a span between two values; `events` is in the order of hours. */
export const eventsBetween = (from: string, to: string) => `events
  WHERE toStartOfHour(timestamp) >= toStartOfHour(${moment(from)}) AND toStartOfHour(timestamp) <= toStartOfHour(${moment(to)})
    AND timestamp >= ${moment(from)} AND timestamp < ${moment(to)}`;

/** Fills the design's tables from `events`, once. `events` is their approximate number, all of them in `range`. */
export async function fillDesignOnce(
  warehouse: Pick<Warehouse, 'read' | 'command'>,
  design: Design,
  events: number,
  range: Range,
): Promise<void> {
  const [done] = await warehouse.read<{ n: number }>({
    sql: 'SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
    params: { name: design.marker },
  });
  if (done && done.n > 0) return;
  for (const sql of design.tables) await warehouse.command({ sql });
  const chunks = Math.ceil(events / chunkEvents);
  const bound = (chunk: number) => range.startMs + Math.ceil((chunk * (range.endMs - range.startMs)) / chunks);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const [fromMs, toMs] = [bound(chunk), bound(chunk + 1)];
    const params = { begunMs: fromMs - sessionMsMax, fromMs, toMs, endedMs: toMs + sessionMsMax };
    for (const sql of design.inserts) await warehouse.command({ sql, params });
    progress(`fills the ${design.name}`, `${Math.round(((chunk + 1) / chunks) * 100)} %`);
  }
  await warehouse.command({ sql: `CREATE TABLE ${design.marker} (at DateTime) ENGINE = TinyLog` });
}

/** Runs all statements of an endpoint at once, as a page of a dashboard would. Returns the rows of each. */
export function readDesign(
  warehouse: Pick<Warehouse, 'read'>,
  requests: Requests,
  endpoint: Endpoint,
  workspaceId: string,
  { startMs, endMs }: Range,
): Promise<Record<string, unknown>[][]> {
  const params: Record<string, ParameterValue> = {
    workspaceId,
    startMs: endpoint === 'realtime' ? endMs - realtimeMs : startMs,
    endMs,
    previousMs: startMs - (endMs - startMs),
    limit: endpoint === 'pages' ? pagesDefault : limitDefault,
  };
  return Promise.all(requests[endpoint].map((sql) => warehouse.read<Record<string, unknown>>({ sql, params })));
}

/** Cuts the store into what one statement can look at within the limits of reads: workspaces, days and ranges of ids. */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { verifiedTables } from './verify-keys.ts';

type Reader = Pick<Warehouse, 'read'>;

/** Neighbours in the order of their ids. */
export interface Group {
  first: string;
  last: string;
  workspaces: number;
  events: number;
  activity: number;
  sessions: number;
}

/** Seconds since 1970; whole hours, the end exclusive. */
export interface Slice {
  from: number;
  to: number;
}

/** Ids of 64 bits, both inclusive. */
export interface IdRange {
  low: bigint;
  high: bigint;
}

/** The most that a statement over events, and one over what is stored of subjects or sessions, is first tried with. */
const sliceEvents = 1_000_000;
const rangeRows = 1_000_000;
const groupWorkspaces = 1_000;
const hourSeconds = 3_600;
const idEnd = 2n ** 64n;

/** All workspaces that have events or anything in a rollup, but deleted ones; small ones together. `only` one of them unless it is ''. */
export async function findGroups(warehouse: Reader, only: string): Promise<Group[]> {
  const others = verifiedTables.filter((table) => table !== 'activity' && table !== 'sessions');
  const counted = (table: string, figures: string) =>
    `SELECT workspace_id, ${figures} FROM ${table} WHERE ({only:String} = '' OR workspace_id = {only:String}) GROUP BY workspace_id`;
  const found = await warehouse.read<{ id: string; events: number; activity: number; sessions: number }>({
    sql: `SELECT workspace_id AS id, toInt64(sum(ofEvents)) AS events, toInt64(sum(ofActivity)) AS activity, toInt64(sum(ofSessions)) AS sessions
      FROM (
        ${counted('events', 'count() AS ofEvents, 0 AS ofActivity, 0 AS ofSessions')}
        UNION ALL ${counted('removed_events', 'count(), 0, 0')}
        UNION ALL ${counted('activity', '0, count(), 0')}
        UNION ALL ${counted('sessions', '0, 0, count()')}
        ${others.map((table) => `UNION ALL ${counted(table, '0, 0, 0')}`).join('\n')})
      WHERE workspace_id != '' AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
      GROUP BY id ORDER BY id`,
    params: { only },
  });
  const groups: Group[] = [];
  for (const { id, ...size } of found) {
    const group = groups.at(-1);
    if (group && group.events + size.events <= sliceEvents && group.workspaces < groupWorkspaces) {
      group.last = id;
      group.workspaces += 1;
      group.events += size.events;
      group.activity += size.activity;
      group.sessions += size.sessions;
    } else {
      groups.push({ first: id, last: id, workspaces: 1, ...size });
    }
  }
  return groups;
}

/** All of `range` in slices of whole days; what lies before and after all events by itself, so that slices can be halved where the events are. */
export async function findSlices(
  warehouse: Reader,
  { first, last, ...group }: Group,
  range: Slice,
  eventsMax = sliceEvents,
): Promise<Slice[]> {
  if (group.events <= eventsMax) return [range];
  const days = await warehouse.read<{ day: number; events: number }>({
    sql: `SELECT toUnixTimestamp(toStartOfDay(toStartOfHour(timestamp), 'UTC')) AS day, count() AS events
      FROM events WHERE workspace_id >= {first:String} AND workspace_id <= {last:String}
      GROUP BY day HAVING day >= {from:UInt32} AND day < {to:UInt32} ORDER BY day`,
    params: { first, last, ...range },
  });
  const starts: number[] = [];
  let events = 0;
  for (const one of days) {
    if (starts.length === 0 || events + one.events > eventsMax) {
      starts.push(one.day);
      events = 0;
    }
    events += one.events;
  }
  const lastDay = days.at(-1)?.day;
  const ends = lastDay === undefined ? [] : [lastDay + 24 * hourSeconds];
  const bounds = [...new Set([range.from, ...starts, ...ends.filter((end) => end < range.to), range.to])];
  return bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? range.from, to }));
}

/** All ids, in ranges that have about the same share of `rows`. */
export function findRanges(rows: number): IdRange[] {
  const count = BigInt(Math.max(1, Math.ceil(rows / rangeRows)));
  return Array.from({ length: Number(count) }, (_, index) => ({
    low: (idEnd * BigInt(index)) / count,
    high: (idEnd * BigInt(index + 1)) / count - 1n,
  }));
}

/** What `read` gives for all of `part`, read in halves where the whole of it is over a limit. */
export async function readInParts<Part, Row>(
  part: Part,
  halve: (part: Part) => readonly [Part, Part] | undefined,
  read: (part: Part) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await read(part);
  } catch (error) {
    const halves = error instanceof AppError && error.code === 'UNAVAILABLE' ? halve(part) : undefined;
    if (!halves) throw error;
    return [...(await readInParts(halves[0], halve, read)), ...(await readInParts(halves[1], halve, read))];
  }
}

export function halveSlice({ from, to }: Slice): readonly [Slice, Slice] | undefined {
  const hours = Math.floor((to - from) / hourSeconds);
  if (hours < 2) return undefined;
  const middle = from + Math.floor(hours / 2) * hourSeconds;
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

export function halveIds({ low, high }: IdRange): readonly [IdRange, IdRange] | undefined {
  if (low === high) return undefined;
  const middle = (low + high) / 2n;
  return [
    { low, high: middle },
    { low: middle + 1n, high },
  ];
}

/** The planner: chooses for each range whether `events` or the rollups answer. */
import { z } from 'zod';
import type { Warehouse } from './port.ts';
import { ofWorkspace } from './sql/events.ts';
import { dayMs, type Range, wholeHours } from './sql/range.ts';
import { integer, readRows } from './sql/read-rows.ts';
import { bindHours, occurrences } from './sql/rollups.ts';

/** Up to so many events a question is answered from `events`, which know everything at once, and to the millisecond. */
export const eventsReadMaxDefault = 50_000;
/** So many events of the workspace, wherever they lie, cost a question as much as one of the range: the session ids of all are read. */
const workspaceEventsPerEvent = 180;
/** Events that the rollups may lack and still answer: some seconds of their worker's time. */
const behindMax = 1_000_000;
/** How long an event may wait for the worker before that is taken to stand still; clocks may differ by as much. */
const waitMaxMs = 60_000;
/** For how long a count is believed; a workspace that grows meanwhile is read from `events` a little longer. */
const believedMs = 60_000;
const workspacesMax = 1_000;

/** How many events a range may have to be answered from `events` in a workspace of so many; below 0 none is. */
export function eventsReadable(thresholdEvents: number, workspaceEvents: number): number {
  return thresholdEvents - Math.floor(workspaceEvents / workspaceEventsPerEvent);
}

/** Which tables answer. */
export type Source = 'events' | 'rollups';

export interface Choice {
  source: Source;
  /** What the answer is about. Rollups know whole hours only. */
  range: Range;
}

export interface Plan extends Choice {
  /** In the range, as far as rolled up; where that is enough to choose, of the days that it touches, or of its whole days. */
  events: number;
  /** For whoever asks why. */
  reason: string;
}

export interface Planner {
  plan(workspaceId: string, range: Range): Promise<Plan>;
}

interface PlannerDeps {
  warehouse: Pick<Warehouse, 'read'>;
  /** Ranges with more events than this, less what the workspace costs, are answered from rollups; with 0 every range is, whatever has been rolled up. */
  thresholdEvents: number;
  /** Epoch milliseconds. */
  now: () => number;
}

export function createPlanner({ warehouse, thresholdEvents, now }: PlannerDeps): Planner {
  const known = new Map<string, { atMs: number; counted: Promise<Counted> }>();

  function recall(workspaceId: string): Promise<Counted> {
    const kept = known.get(workspaceId);
    if (kept && now() - kept.atMs < believedMs) return kept.counted;
    if (known.size >= workspacesMax) known.clear();
    const counted = countDays(warehouse, workspaceId, now());
    known.set(workspaceId, { atMs: now(), counted });
    counted.catch(() => known.delete(workspaceId));
    return counted;
  }

  return {
    async plan(workspaceId, range) {
      if (thresholdEvents === 0) return fromRollups(range, 0, 'no range is read from events');
      const counted = await recall(workspaceId);
      const { touched, whole, all } = eventsOfDays(counted, range);
      const eventsMax = eventsReadable(thresholdEvents, all);
      const affordable = `at most ${eventsMax} events in a workspace of ${all}`;
      if (touched <= eventsMax) return fromEvents(range, touched, affordable);
      if (counted.behind > behindMax) return fromEvents(range, touched, `the rollups lack over ${behindMax} events`);
      if (counted.isStale) return fromEvents(range, touched, 'the rollups stand still while events come in');
      const events = whole > eventsMax ? whole : await countHours(warehouse, workspaceId, range);
      if (events <= eventsMax) return fromEvents(range, events, affordable);
      return fromRollups(range, events, `over ${Math.max(0, eventsMax)} events in a workspace of ${all}`);
    },
  };
}

const fromEvents = (range: Range, events: number, reason: string): Plan => ({
  source: 'events',
  range,
  events,
  reason,
});

const fromRollups = (range: Range, events: number, reason: string): Plan => ({
  source: 'rollups',
  range: wholeHours(range),
  events,
  reason,
});

/** What the rollups say of a workspace's events, and lack. */
interface Counted {
  days: readonly { dayMs: number; events: number }[];
  /** Events that the rollups lack, of all workspaces, as the last run says. */
  behind: number;
  /** Whether the workspace has an event that came after the last run, and has waited too long for another. */
  isStale: boolean;
}

const dayRow = z.object({ time: integer, events: integer, behind: integer.nullable(), isStale: integer });

const ofLastRun = (column: string) => `(SELECT ${column} FROM rollup_runs ORDER BY run DESC LIMIT 1)`;
const daysSql = `
  SELECT toUInt32(time) AS time, sum(occurrences) AS events, ${ofLastRun('behind')} AS behind,
    (SELECT count() > 0 FROM events
     WHERE ${ofWorkspace} AND received_at > ${ofLastRun('at')} + INTERVAL ${waitMaxMs} MILLISECOND
       AND received_at < fromUnixTimestamp64Milli({waitingMs:Int64}, 'UTC')) AS isStale
  FROM counters
  WHERE ${ofWorkspace} AND dimension = 'all' AND grain = 'day' AND previous = 0
  GROUP BY time`;

async function countDays(warehouse: Pick<Warehouse, 'read'>, workspaceId: string, nowMs: number): Promise<Counted> {
  const waitingMs = nowMs - waitMaxMs;
  const rows = await readRows(warehouse, dayRow, { sql: daysSql, params: { workspaceId, waitingMs } });
  const days = rows.map(({ time, events }) => ({ dayMs: time * 1000, events }));
  return { days, behind: rows[0]?.behind ?? Infinity, isStale: rows[0]?.isStale === 1 };
}

/** Events of the days that the range touches, of those that are whole in it (more and less than those of the range), and of all days. */
function eventsOfDays({ days }: Counted, { startMs, endMs }: Range): { touched: number; whole: number; all: number } {
  let touched = 0;
  let whole = 0;
  let all = 0;
  for (const day of days) {
    all += day.events;
    const dayEndMs = day.dayMs + dayMs;
    if (day.dayMs < endMs && dayEndMs > startMs) touched += day.events;
    if (day.dayMs >= startMs && dayEndMs <= endMs) whole += day.events;
  }
  return { touched, whole, all };
}

const hoursSql = `SELECT sum(occurrences) AS events FROM (${occurrences('all')})`;

/** Events of the hours that the range touches. */
async function countHours(warehouse: Pick<Warehouse, 'read'>, workspaceId: string, range: Range): Promise<number> {
  const params = bindHours(workspaceId, wholeHours(range));
  const [counted] = await readRows(warehouse, z.object({ events: integer }), { sql: hoursSql, params });
  return counted?.events ?? 0;
}

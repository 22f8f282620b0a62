/** The 30-minute rule: assigns a visit to a session by the time of the event, however late it arrives. */
import { minuteMs } from '@footfall/schemas';
import { hashOfDay } from './identity.ts';
import type { AssignedVisit, Visit } from './port.ts';

/** The longest gap that continues a session; a longer one starts a new session. */
export const sessionGapMs = 30 * minuteMs;
/** The number of sessions remembered per visitor; the least recently changed are forgotten first. */
const intervalsMax = 32;

/** The known part of a session: its first and last event in epoch milliseconds, and its ID. */
export type Interval = readonly [startMs: number, lastMs: number, sessionId: string];

/** A session that a visitor continues under the ID of the day on which it began. */
export type Alias = readonly [visitorId: string, sessionId: string];

/** The remembered sessions, by workspace and visitor. */
export interface VisitorMemory {
  /** Returns the sessions, the most recently changed last. */
  intervals(workspaceId: string, visitorId: string): readonly Interval[];
  setIntervals(workspaceId: string, visitorId: string, intervals: readonly Interval[]): void;
  alias(workspaceId: string, visitorId: string): Alias | undefined;
  setAlias(workspaceId: string, visitorId: string, alias: Alias): void;
}

/** Assigns one visit to a session, and remembers the change. */
export function assignVisit(visit: Visit, memory: VisitorMemory): AssignedVisit {
  const { workspaceId, visitorId, previousVisitorId, timestamp } = visit;
  const own = memory.intervals(workspaceId, visitorId);
  const found =
    findSession(memory, workspaceId, visitorId, own, timestamp) ??
    (previousVisitorId === undefined
      ? undefined
      : findSession(
          memory,
          workspaceId,
          previousVisitorId,
          memory.intervals(workspaceId, previousVisitorId),
          timestamp,
        ));
  if (found === undefined) return startSession(visit, own, memory);
  const [ownerId, interval] = found;
  extend(memory, workspaceId, ownerId, interval, timestamp);
  const sessionId = interval[2];
  if (ownerId !== visitorId) memory.setAlias(workspaceId, visitorId, [ownerId, sessionId]);
  return { visitorId: ownerId, sessionId };
}

function startSession(
  { workspaceId, visitorId, timestamp }: Visit,
  known: readonly Interval[],
  memory: VisitorMemory,
): AssignedVisit {
  const sessionId = deriveSessionId(workspaceId, visitorId, timestamp);
  const others = known.slice(1 - intervalsMax);
  memory.setIntervals(workspaceId, visitorId, [...others, [timestamp, timestamp, sessionId]]);
  return { visitorId, sessionId };
}

/** Returns an ID that depends only on the first event, so that a repeated import derives the same IDs. */
function deriveSessionId(workspaceId: string, visitorId: string, timestamp: number): string {
  return hashOfDay(timestamp, workspaceId, 'placed session', visitorId, String(timestamp));
}

/** Returns the session that a visitor's event belongs to, one of `intervals` or one begun under another ID, and the visitor ID under which it is stored. */
function findSession(
  memory: VisitorMemory,
  workspaceId: string,
  visitorId: string,
  intervals: readonly Interval[],
  timestamp: number,
): [ownerId: string, interval: Interval] | undefined {
  const own = nearest(intervals, timestamp);
  if (own !== undefined) return [visitorId, own];
  const alias = memory.alias(workspaceId, visitorId);
  if (alias === undefined) return undefined;
  const [ownerId, sessionId] = alias;
  const aliased = memory.intervals(workspaceId, ownerId).filter((interval) => interval[2] === sessionId);
  const interval = nearest(aliased, timestamp);
  return interval === undefined ? undefined : [ownerId, interval];
}

/** Returns, of the sessions within the maximum gap, the one that contains `timestamp` or ended last before it, otherwise the one that begins first after it. */
function nearest(intervals: readonly Interval[], timestamp: number): Interval | undefined {
  const within = intervals.filter(
    ([startMs, lastMs]) => startMs - sessionGapMs <= timestamp && timestamp <= lastMs + sessionGapMs,
  );
  const begun = within.filter(([startMs]) => startMs <= timestamp);
  return begun.toSorted((a, b) => b[1] - a[1])[0] ?? within.toSorted((a, b) => a[0] - b[0])[0];
}

function extend(
  memory: VisitorMemory,
  workspaceId: string,
  ownerId: string,
  [startMs, lastMs, sessionId]: Interval,
  timestamp: number,
): void {
  if (startMs <= timestamp && timestamp <= lastMs) return;
  const others = memory.intervals(workspaceId, ownerId).filter(([, , id]) => id !== sessionId);
  const extended: Interval = [Math.min(startMs, timestamp), Math.max(lastMs, timestamp), sessionId];
  memory.setIntervals(workspaceId, ownerId, [...others, extended]);
}

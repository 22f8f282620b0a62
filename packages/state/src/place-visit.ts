/** The 30-minute rule: which session a visit belongs to, by the time of the event, however late it comes. */
import { hashOfDay } from './identity.ts';
import type { PlacedVisit, Visit } from './port.ts';

/** A gap of exactly this much still belongs; more starts a new session. */
export const sessionGapMs = 30 * 60_000;
/** Sessions remembered of one visitor; those that changed longest ago are forgotten first. */
const intervalsMax = 32;

/** A session as far as it is known: its first and last event in epoch milliseconds, and its id. */
export type Interval = readonly [startMs: number, lastMs: number, sessionId: string];

/** A session that a visitor goes on with under the id of the day it began. */
export type Alias = readonly [visitorId: string, sessionId: string];

/** What is remembered of visitors, by workspace and visitor. */
export interface VisitorMemory {
  /** Those that changed last come last. */
  intervals(workspaceId: string, visitorId: string): readonly Interval[];
  setIntervals(workspaceId: string, visitorId: string, intervals: readonly Interval[]): void;
  alias(workspaceId: string, visitorId: string): Alias | undefined;
  setAlias(workspaceId: string, visitorId: string, alias: Alias): void;
}

/** Places one visit, and remembers what it changed. */
export function placeVisit(visit: Visit, memory: VisitorMemory): PlacedVisit {
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
): PlacedVisit {
  const sessionId = deriveSessionId(workspaceId, visitorId, timestamp);
  const others = known.slice(1 - intervalsMax);
  memory.setIntervals(workspaceId, visitorId, [...others, [timestamp, timestamp, sessionId]]);
  return { visitorId, sessionId };
}

/** The same for the same first event, so that an import that is run again derives the same ids. */
function deriveSessionId(workspaceId: string, visitorId: string, timestamp: number): string {
  return hashOfDay(timestamp, workspaceId, 'placed session', visitorId, String(timestamp));
}

/** The session that an event of a visitor belongs to, one of `intervals` or one begun under another ID, and the visitor that it is kept under. */
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

/** The session that `timestamp` lies in, else the earliest of those within reach of it. */
function nearest(intervals: readonly Interval[], timestamp: number): Interval | undefined {
  const within = (reachMs: number) =>
    intervals.filter(([startMs, lastMs]) => startMs - reachMs <= timestamp && timestamp <= lastMs + reachMs);
  return earliest(within(0)) ?? earliest(within(sessionGapMs));
}

function earliest(intervals: readonly Interval[]): Interval | undefined {
  const [first, ...others] = intervals;
  if (first === undefined) return undefined;
  return others.reduce((best, interval) => (interval[0] < best[0] ? interval : best), first);
}

function extend(
  memory: VisitorMemory,
  workspaceId: string,
  ownerId: string,
  interval: Interval,
  timestamp: number,
): void {
  const [startMs, lastMs, sessionId] = interval;
  if (startMs <= timestamp && timestamp <= lastMs) return;
  const others = memory.intervals(workspaceId, ownerId).filter((other) => other !== interval);
  const extended: Interval = [Math.min(startMs, timestamp), Math.max(lastMs, timestamp), sessionId];
  memory.setIntervals(workspaceId, ownerId, [...others, extended]);
}

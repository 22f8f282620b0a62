/** The visitors' data in Redis, as text by key, and the assignment of visits by it: a decision that can be repeated with other values. */
import { hourMs } from '@footfall/schemas';
import type { AssignedVisit, Visit } from '../port.ts';
import { type Alias, type Interval, assignVisit, sessionGapMs } from '../assign-visit.ts';

/** The TTL from the last change: at least the embedded driver's, at most twice that. */
const visitorLifetimeMs = 25 * hourMs;
const aliasLifetimeMs = 2.5 * sessionGapMs;

interface Change {
  value: string;
  lifetimeMs: number;
}

export interface Decision {
  assigned: AssignedVisit[];
  /** The texts to store, by key. */
  changes: Map<string, Change>;
  /** Keys whose values the decision depends on. */
  used: Set<string>;
  /** Keys whose values were not known: if there are any, the decision is void. */
  missing: Set<string>;
}

/** Returns the keys that assigning a visit is likely to need. */
export function keysOf({ workspaceId, visitorId, previousVisitorId }: Visit): string[] {
  const keys = [visitorKey(workspaceId, visitorId), aliasKey(workspaceId, visitorId)];
  if (previousVisitorId === undefined) return keys;
  return [...keys, visitorKey(workspaceId, previousVisitorId), aliasKey(workspaceId, previousVisitorId)];
}

/** Assigns `visits` by the `known` values, which are text by key, '' for none. */
export function decide(visits: readonly Visit[], known: ReadonlyMap<string, string>): Decision {
  const changes = new Map<string, Change>();
  const used = new Set<string>();
  const missing = new Set<string>();
  const read = (key: string) => {
    used.add(key);
    const text = changes.get(key)?.value ?? known.get(key);
    if (text === undefined) missing.add(key);
    return parse(text ?? '');
  };
  const write = (key: string, value: Alias | readonly Interval[], lifetimeMs: number) =>
    void changes.set(key, { value: JSON.stringify(value), lifetimeMs });

  const assigned = visits.map((visit) =>
    assignVisit(visit, {
      intervals: (...visitor) => readIntervals(read(visitorKey(...visitor))),
      setIntervals: (workspaceId, visitorId, intervals) =>
        write(visitorKey(workspaceId, visitorId), intervals, visitorLifetimeMs),
      alias: (...visitor) => readAlias(read(aliasKey(...visitor))),
      setAlias: (workspaceId, visitorId, alias) => write(aliasKey(workspaceId, visitorId), alias, aliasLifetimeMs),
    }),
  );
  return { assigned, changes, used, missing };
}

function visitorKey(workspaceId: string, visitorId: string): string {
  return `visitor:${workspaceId}/${visitorId}`;
}

function aliasKey(workspaceId: string, visitorId: string): string {
  return `alias:${workspaceId}/${visitorId}`;
}

/** Returns undefined for an empty text, and for one in another form. */
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readIntervals(stored: unknown): Interval[] {
  return Array.isArray(stored) ? stored.filter(isInterval) : [];
}

function isInterval(stored: unknown): stored is Interval {
  if (!Array.isArray(stored)) return false;
  const [startMs, lastMs, sessionId]: unknown[] = stored;
  return Number.isFinite(startMs) && Number.isFinite(lastMs) && typeof sessionId === 'string';
}

function readAlias(stored: unknown): Alias | undefined {
  if (!Array.isArray(stored)) return undefined;
  const [visitorId, sessionId]: unknown[] = stored;
  return typeof visitorId === 'string' && typeof sessionId === 'string' ? [visitorId, sessionId] : undefined;
}

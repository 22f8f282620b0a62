/** The source of a workspace's results: small workspaces are read from `events`, large ones from the rollups. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Reader } from '../driver/port.ts';
import { ofWorkspace } from './sql/events.ts';
import { readRows } from '../driver/read-rows.ts';

/** The number of events up to which a workspace is read from `events`, which are up to date at once and exact to the millisecond. */
export const eventsReadMaxDefault = 50_000;
/** The number of events that the rollups may lack and still be read: some seconds of their worker's time. */
const lagMax = 1_000_000;
/** The longest time that an event may go unprocessed before the worker counts as stalled; also covers clock skew. */
const waitMaxMs = 60_000;
/** The age at which a choice is made again in the background. */
const choiceMsFresh = 10_000;
/** The age from which a choice is no longer used: a request then waits for a new one. */
export const choiceMsMax = 20_000;
const workspacesMax = 10_000;

/**
 * The tables that results come from. With `events`, sessions are computed from all events of the workspace, which has few; with
 * `manyEvents`, the sessions of the range are looked up first. With `visits`, sessions come from `visits`, as the rollups keep
 * them, and everything else from `events`.
 */
export type Source = 'events' | 'manyEvents' | 'rollups' | 'visits';

export interface Choice {
  source: Exclude<Source, 'visits'>;
  /** The number of the workspace's events, as far as rolled up. */
  events: number;
  reason: string;
}

/** Rejects with UNAVAILABLE if there is no earlier choice for the workspace and the store does not respond. */
export type ChooseSource = (workspaceId: string) => Promise<Choice>;

interface ChooserDeps {
  reader: Pick<Reader, 'read'>;
  /** Workspaces with more events are read from the rollups; with 0, all are, including empty ones. */
  eventsReadMax: number;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Returns a function with one choice for each workspace, which is made again in the background while requests about the workspace come in. */
export function createSourceChooser({ reader, eventsReadMax, now }: ChooserDeps): ChooseSource {
  const known = new LRUCache<string, { atMs: number; choice: Choice }>({
    max: workspacesMax,
    fetchMethod: async (workspaceId) => {
      const atMs = now();
      return { atMs, choice: toChoice(await count(reader, workspaceId, atMs), eventsReadMax) };
    },
    noDeleteOnFetchRejection: true,
  });
  return async (workspaceId) => {
    const ageMs = Math.abs(now() - (known.get(workspaceId)?.atMs ?? Infinity));
    const { choice } = await known.forceFetch(workspaceId, {
      forceRefresh: ageMs >= choiceMsFresh,
      allowStale: ageMs < choiceMsMax,
    });
    return choice;
  };
}

interface Counted {
  events: number;
  /** Events that the rollups lack, of all workspaces, as the last batch says. */
  lag: number;
  /** True if a batch was ever planned: without a worker, the rollups do not change. */
  hasBatch: boolean;
  /** True if the rollups have been computed up to the present since they were last empty. */
  isComplete: boolean;
  /**
   * True if the last batch was planned too long ago, and left events for the next one, is not in all tables that results are read from, or
   * was followed by an event of the workspace that has waited too long.
   */
  isStalled: boolean;
}

function toChoice({ events, lag, hasBatch, isComplete, isStalled }: Counted, eventsReadMax: number): Choice {
  const choice = (source: Choice['source'], reason: string) => ({ source, events, reason });
  const isLarge = eventsReadMax === 0 || events > eventsReadMax;
  // Until then, the count says nothing about the workspace.
  const isKnown = isComplete || !hasBatch;
  if (!isLarge && isKnown) return choice('events', `the workspace has at most ${shown(eventsReadMax)} events`);
  if (!isComplete) return choice('manyEvents', 'the rollups are being computed');
  if (lag > lagMax) return choice('manyEvents', `the rollups lack over ${shown(lagMax)} events`);
  if (isStalled) return choice('manyEvents', 'the rollups are stalled');
  return choice(
    'rollups',
    eventsReadMax === 0 ? 'EVENTS_READ_MAX is 0' : `the workspace has over ${shown(eventsReadMax)} events`,
  );
}

/** Returns an integer with separators of thousands. */
const shown = (value: number) => value.toLocaleString('en');

const row = z.object({
  events: z.int(),
  lag: z.int(),
  hasBatch: z.boolean(),
  isComplete: z.boolean(),
  isStalled: z.boolean(),
});

/** The last batch in `visits`, which receives it after `breakdown` and `titles` (`rollups/targets.ts`). Reads nothing while the last plan is recent. */
const arrived = "SELECT last.5 + sum(sign) FROM visits WHERE workspace_id = '' AND last.4 < waiting";

const sql = `
  WITH (SELECT argMax((batch, behind, is_complete, at, reset), batch) FROM rollup_batches) AS last,
    fromUnixTimestamp64Milli({waitingMs:Int64}, 'UTC') AS waiting
  SELECT sum(breakdown.count) AS events, last.2 AS lag, toBool(last.1 > 0) AS hasBatch, toBool(last.3) AS isComplete,
    toBool(last.4 < waiting AND (
      last.2 > 0
      OR (${arrived}) < last.1
      OR (SELECT count() FROM events
          WHERE ${ofWorkspace} AND received_at > last.4 + INTERVAL ${waitMaxMs} MILLISECOND AND received_at < waiting) > 0
    )) AS isStalled
  FROM breakdown
  WHERE ${ofWorkspace} AND dimension = 'all' AND grain = 'day' AND last_seen = 0`;

async function count(reader: Pick<Reader, 'read'>, workspaceId: string, nowMs: number): Promise<Counted> {
  const params = { workspaceId, waitingMs: nowMs - waitMaxMs };
  const [counted] = await readRows(reader, row, { sql, params });
  return counted ?? { events: 0, lag: 0, hasBatch: false, isComplete: false, isStalled: false };
}

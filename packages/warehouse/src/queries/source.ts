/** Where the answers about a workspace come from: small ones are read from `events`, large ones from the rollups. */
import { z } from 'zod';
import type { Reader } from '../driver/port.ts';
import { ofWorkspace } from './sql/events.ts';
import { integer, readRows } from './sql/read-rows.ts';

/** Up to so many events of a workspace its answers come from `events`, which know everything at once, and to the millisecond. */
export const eventsReadMaxDefault = 50_000;
/** Events that the rollups may lack and still answer: some seconds of their worker's time. */
const lagMax = 1_000_000;
/** How long an event may go unprocessed before the worker counts as stalled; also covers clock skew. */
const waitMaxMs = 60_000;
/** After which a choice is made again, for the questions that come later. */
const believedMs = 60_000;
const workspacesMax = 10_000;

/** Which tables answer. */
export type Source = 'events' | 'rollups';

export interface Choice {
  source: Source;
  /** Of the workspace, as far as rolled up. */
  events: number;
  /** For whoever asks why. */
  reason: string;
}

export interface SourceChooser {
  /** Rejects with UNAVAILABLE when nothing is known of the workspace yet, and the store does not answer. */
  choose(workspaceId: string): Promise<Choice>;
}

interface ChooserDeps {
  reader: Pick<Reader, 'read'>;
  /** Workspaces with more events are answered from rollups; with 0 all are, whatever has been rolled up. */
  eventsReadMax: number;
  /** Epoch milliseconds. */
  now: () => number;
}

/** One choice for a workspace, made again in the background: only the first question about a workspace waits for it. */
export function createSourceChooser({ reader, eventsReadMax, now }: ChooserDeps): SourceChooser {
  const known = new Map<string, { atMs: number; choice: Promise<Choice> }>();

  function renew(workspaceId: string): Promise<Choice> {
    const before = known.get(workspaceId)?.choice;
    const made = count(reader, workspaceId, now()).then((counted) => toChoice(counted, eventsReadMax));
    if (known.size >= workspacesMax) known.clear();
    // Until it is made, and when it cannot be, the one before stands.
    const choice = before ?? made;
    known.set(workspaceId, { atMs: now(), choice });
    made.then(
      () => known.set(workspaceId, { atMs: now(), choice: made }),
      () => {
        if (before === undefined) known.delete(workspaceId);
      },
    );
    return choice;
  }

  return {
    async choose(workspaceId) {
      if (eventsReadMax === 0) return { source: 'rollups', events: 0, reason: 'no workspace is read from events' };
      const last = known.get(workspaceId);
      const age = last === undefined ? Number.POSITIVE_INFINITY : Math.abs(now() - last.atMs);
      return last && age < believedMs ? last.choice : renew(workspaceId);
    },
  };
}

interface Counted {
  events: number;
  /** Events that the rollups lack, of all workspaces, as the last run says; null when there was none. */
  lag: number | null;
  /** Whether the workspace has an event that came after the last run, and has waited too long for another. */
  isStalled: boolean;
}

function toChoice({ events, lag, isStalled }: Counted, eventsReadMax: number): Choice {
  const choice = (source: Source, reason: string) => ({ source, events, reason });
  if (events <= eventsReadMax) return choice('events', `the workspace has at most ${eventsReadMax} events`);
  if (lag === null || lag > lagMax) return choice('events', `the rollups lack over ${lagMax} events`);
  if (isStalled) return choice('events', 'the rollups are stalled while events come in');
  return choice('rollups', `the workspace has over ${eventsReadMax} events`);
}

const row = z.object({ events: integer, lag: integer.nullable(), isStalled: integer });

const ofLastRun = (column: string) => `(SELECT ${column} FROM rollup_runs ORDER BY run DESC LIMIT 1)`;
const sql = `
  SELECT sum(occurrences) AS events, ${ofLastRun('behind')} AS lag,
    (SELECT count() > 0 FROM events
     WHERE ${ofWorkspace} AND received_at > ${ofLastRun('at')} + INTERVAL ${waitMaxMs} MILLISECOND
       AND received_at < fromUnixTimestamp64Milli({waitingMs:Int64}, 'UTC')) AS isStalled
  FROM counters
  WHERE ${ofWorkspace} AND dimension = 'all' AND grain = 'day' AND previous = 0`;

async function count(reader: Pick<Reader, 'read'>, workspaceId: string, nowMs: number): Promise<Counted> {
  const params = { workspaceId, waitingMs: nowMs - waitMaxMs };
  const [counted] = await readRows(reader, row, { sql, params });
  return { events: counted?.events ?? 0, lag: counted?.lag ?? null, isStalled: counted?.isStalled === 1 };
}

/** `footfall rebuild`: requests a rebuild of the rollups, and waits until it is complete. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Rollups } from '@footfall/schemas';
import type { Command } from 'commander';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { interruptedStatus, interruptible, interruption } from '../terminal/interruption.ts';
import { startProgress } from '../terminal/progress.ts';
import { rollupsResponse } from './rollups.ts';
import { counted, print } from '../terminal/table.ts';

/** The interval at which the command requests the progress. */
const lookIntervalMs = 1_000;
/** The timeout for progress. A consumer begins within half a minute, or within a minute if it retries. */
const stuckMsMax = 120_000;

const details = `
The consumer empties the rollups and recomputes them from the events. It starts
after half a minute, when no process reads the old rollups any more. Until the
rebuild is complete, every query reads the events, which is exact but slow for
large workspaces. The rebuild survives restarts: it continues when a consumer
runs again.

Exit status: 0 when the rebuild is complete; 1 if it makes no progress for ${stuckMsMax / 60_000}
minutes; ${interruptedStatus} after Ctrl-C, which does not stop the rebuild.

Examples:
  footfall rebuild
  footfall rebuild --json`;

/** Adds `rebuild` below `parent`. */
export function addRebuildCommand(parent: Command, admin: () => AdminClient): void {
  parent
    .command('rebuild')
    .description('recompute the rollups from the events')
    .option('--json', 'print the final state of the rollups as JSON')
    .addHelpText('after', details)
    .action(async ({ json }: { json?: true }) => {
      await interruptible(async (signal) => {
        const state = await runRebuild(admin(), { isQuiet: json ?? false, signal }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
          throw interruption('The rebuild continues without this command; footfall rollups shows its progress');
        });
        print(state, json, (rebuilt) => `Rebuilt the rollups: ${counted(rebuilt.eventsRolledUp, 'event')}`);
      });
    });
}

interface RebuildOptions {
  isQuiet: boolean;
  /** Aborting it ends the wait, but not the rebuild. */
  signal: AbortSignal;
}

/** Requests a rebuild and resolves once the rollups are complete. Rejects with a CommandError if it makes no progress, and when `signal` aborts. */
export async function runRebuild(admin: AdminClient, { isQuiet, signal }: RebuildOptions): Promise<Rollups> {
  let state = await admin.call('POST', '/rollups/rebuild', rollupsResponse);
  const bar = startProgress('events', isQuiet, state.events);
  let movedAtMs = performance.now();
  try {
    while (!state.isComplete) {
      bar.update(state.batch === 0 ? 0 : state.eventsRolledUp);
      if (performance.now() - movedAtMs >= stuckMsMax) throw stuck();
      await delay(lookIntervalMs, undefined, { signal });
      const next = await admin.call('GET', '/rollups', rollupsResponse);
      if (next.batch !== state.batch) movedAtMs = performance.now();
      state = next;
    }
    return state;
  } finally {
    bar.stop();
  }
}

function stuck(): CommandError {
  return new CommandError(
    `the rebuild made no progress for ${stuckMsMax / 1_000} seconds: is a consumer running? Its log has the reason; the rebuild continues when it can`,
  );
}

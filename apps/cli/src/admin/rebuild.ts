/** `footfall rebuild`: asks the consumer to compute the rollups again, and waits until it has. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, CommanderError } from 'commander';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { type Progress, startProgress } from '../terminal/progress.ts';
import { type Rebuild, rebuildSchema } from './rebuild-state.ts';
import { print } from '../terminal/table.ts';
import { writeMessage } from '../terminal/terminal.ts';

interface RebuildTimes {
  /** How often it is asked how far the rebuild is. */
  lookIntervalMs: number;
  /** A consumer looks every few seconds; one that was in trouble, within a minute. */
  takenUpMsMax: number;
  /** The longest that one step takes, or a consumer is away, before there is something to be said. */
  stuckMsMax: number;
}
const times: RebuildTimes = { lookIntervalMs: 1_000, takenUpMsMax: 120_000, stuckMsMax: 600_000 };
/** Of a process that was interrupted. */
const interruptedStatus = 130;

const details = `
The consumer makes the rollups anew from the events, in tables beside those that are read, and exchanges them when the
new ones have seen as much. Answers and new events go on meanwhile. It may be stopped at any time, and goes on when a
consumer runs again; a second call shows how far it is. It takes as much space as the rollups do (footfall rollups).

Exit status: 0 when it is done; 1 when it failed, when no consumer takes it up within ${times.takenUpMsMax / 60_000} minutes, or when it has not moved
for ${times.stuckMsMax / 60_000}; ${interruptedStatus} after Ctrl-C, which leaves it running.

Examples:
  footfall rebuild
  footfall rebuild --json`;

/** Adds `rebuild` below `parent`. */
export function addRebuildCommand(parent: Command, admin: () => AdminClient): void {
  parent
    .command('rebuild')
    .description('make the rollups anew from the events; answers go on meanwhile')
    .option('--json', 'print the finished rebuild as JSON')
    .addHelpText('after', details)
    .action(async ({ json }: { json?: true }) => {
      const interrupted = new AbortController();
      const interrupt = () => interrupted.abort();
      process.once('SIGINT', interrupt);
      try {
        const rebuild = await runRebuild(admin(), { isQuiet: json ?? false, signal: interrupted.signal });
        print(rebuild, json, ({ total }) => `The rollups are rebuilt, up to ${total.toLocaleString('en')} offsets`);
      } catch (error) {
        if (!interrupted.signal.aborted) throw error;
        writeMessage('The rebuild continues without this command; footfall rollups shows how far it is');
        throw new CommanderError(interruptedStatus, 'footfall.rebuild', 'interrupted');
      } finally {
        process.off('SIGINT', interrupt);
      }
    });
}

interface RebuildOptions extends Partial<RebuildTimes> {
  isQuiet: boolean;
  /** Ends the waiting, and not the rebuild. */
  signal: AbortSignal;
}

/** Asks for a rebuild and resolves once it is done. Rejects with a CommandError that gives the reason when it fails, or does not move; and when `signal` aborts. */
export async function runRebuild(admin: AdminClient, options: RebuildOptions): Promise<Rebuild> {
  const { isQuiet, signal, lookIntervalMs, takenUpMsMax, stuckMsMax } = { ...times, ...options };
  let rebuild = await admin.call('POST', '/rollups/rebuild', rebuildSchema);
  let bar: Progress | undefined;
  let movedAtMs = Date.now();
  try {
    while (rebuild.state !== 'done') {
      if (rebuild.state === 'failed') throw new CommandError(`the rebuild failed: ${rebuild.error}`);
      if (rebuild.state !== 'requested') bar ??= startProgress(rebuild.total, 'offsets', isQuiet);
      bar?.update(rebuild.done);
      requireMove(rebuild, Date.now() - movedAtMs, rebuild.state === 'requested' ? takenUpMsMax : stuckMsMax);
      await delay(lookIntervalMs, undefined, { signal });
      const next = await admin.call('GET', `/rollups/rebuild/${rebuild.rebuildId}`, rebuildSchema);
      if (next.state !== rebuild.state || next.done !== rebuild.done) movedAtMs = Date.now();
      rebuild = next;
    }
    return rebuild;
  } finally {
    bar?.stop();
  }
}

function requireMove({ state }: Rebuild, stillMs: number, stillMsMax: number): void {
  if (stillMs < stillMsMax) return;
  const time = `${Math.round(stillMsMax / 1000)} seconds`;
  throw new CommandError(
    state === 'requested'
      ? `no consumer has taken up the rebuild within ${time}: is one running? Its log has the reason; the rebuild begins when it can`
      : `the rebuild has not moved for ${time}: its consumer's log has the reason; the rebuild goes on when it can`,
  );
}

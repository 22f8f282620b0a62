/** The arguments of `footfall verify`. */
import type { Environment } from '@footfall/process/settings';
import { dayMs } from '@footfall/schemas';
import { type Command, CommanderError, InvalidArgumentError } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { integerFrom } from '../terminal/integer.ts';
import { print } from '../terminal/table.ts';
import { renderVerifyReport } from './verify.ts';

interface Options {
  /** Starts of days in epoch milliseconds, both inclusive. */
  from?: number;
  to?: number;
  workspace?: string;
  seed?: number;
  json?: true;
}

const details = `
Runs the same queries on the rollups and on the events, for every day, parts of
days, random ranges and all time, and lists the differences. For workspaces with
at most EVENTS_READ_MAX events, which are read from the events, it compares
only all time. It uses CLICKHOUSE_URL, DATA_DIR and EVENTS_READ_MAX as the
server does. Footfall can keep running: if the store is embedded in it, the
running process does the work.

Exit status: 0 if all results agree, or there are no rollups to compare (in
JSON, batch is 0); 1 if a result differs or could not be compared. It is also 1
while the rollups are being computed, as after footfall repair or an upgrade:
try again when footfall rollups says that they are complete.

Examples:
  footfall verify
  footfall verify --from 2026-03-01 --to 2026-03-31
  footfall verify --workspace ws_0123456789abcdefghij --seed 42 --json`;

const seedMax = 2 ** 32 - 1;

/** Adds `verify` below `parent`. */
export function addVerifyCommand(parent: Command, environment: Environment): void {
  parent
    .command('verify')
    .description('check that the rollups return the same results as the events')
    .option('--from <date>', 'first day to compare', startOfDay)
    .option('--to <date>', 'last day to compare', startOfDay)
    .option('--workspace <id>', 'only this workspace')
    .option(
      '--seed <number>',
      'use the same random ranges as an earlier report, which shows its seed',
      integerFrom(0, seedMax),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async ({ from, to, workspace: workspaceId, seed, json }: Options) => {
      if (from !== undefined && to !== undefined && from > to) {
        throw new CommandError(`--from must not be after --to, got ${dayOf(from)} and ${dayOf(to)}`);
      }
      const input = { fromMs: from, toMs: to === undefined ? undefined : to + dayMs, workspaceId, seed };
      // Loaded here, because other commands start faster without the engine's clients.
      const { runJob, verifyJob } = await import('./run-job.ts');
      const report = await runJob(verifyJob, environment, input, { unit: 'ranges', isQuiet: json ?? false });
      print(report, json, renderVerifyReport);
      // The report has been printed: this only sets the exit status.
      if (!report.isExact) throw new CommanderError(1, 'footfall.verify', 'not exact');
    });
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a day into its start in UTC, in epoch milliseconds. */
function startOfDay(text: string): number {
  const epochMs = dayPattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Some engines read the 31st of a shorter month as a day of the next.
  if (!Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)) return epochMs;
  throw new InvalidArgumentError('It must be a date such as 2026-03-01.');
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, '2026-03-01'.length);
}

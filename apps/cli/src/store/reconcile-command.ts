/** The arguments of `footfall reconcile`. */
import type { Environment } from '@footfall/process/settings';
import { type Command, CommanderError } from 'commander';
import { print } from '../terminal/table.ts';
import { renderReconcileReport } from './reconcile.ts';

interface Options {
  repair?: true;
  json?: true;
}

const details = `
Compares the log with the table of events: each committed offset must have one
row, unless it contains a duplicate, a dead letter, or an event of a deleted
workspace. Offsets that the log has dropped are only counted; those that it
dropped before they were stored are lost. It uses KAFKA_BROKERS, KAFKA_TOPIC,
CLICKHOUSE_URL and DATA_DIR as the server does. Footfall can keep running: if
the store is embedded in it, the running process does the work.

Exit status: 0 if there are no differences or all were repaired, 1 otherwise.

Examples:
  footfall reconcile
  footfall reconcile --repair
  footfall reconcile --json`;

/** Adds `reconcile` below `parent`. */
export function addReconcileCommand(parent: Command, environment: Environment): void {
  parent
    .command('reconcile')
    .description('check that each event of the log is stored exactly once')
    .option('--repair', 'repair the differences')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async ({ repair, json }: Options) => {
      // Loaded here, because other commands start faster without the engines' clients.
      const { reconcileJob, runJob } = await import('./run-job.ts');
      const shown = { unit: 'offsets and rows', isQuiet: json ?? false };
      const report = await runJob(reconcileJob, environment, { repairs: repair ?? false }, shown);
      print(report, json, renderReconcileReport);
      // The report has been printed: this only sets the exit status.
      if (!report.isExact) throw new CommanderError(1, 'footfall.reconcile', 'not exact');
    });
}

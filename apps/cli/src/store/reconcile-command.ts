/** The arguments of `footfall reconcile`. */
import type { Environment } from '@footfall/process/settings';
import { loadSettings } from '@footfall/process/settings';
import { type Command, CommanderError } from 'commander';
import { print } from '../terminal/table.ts';

interface Options {
  repair?: true;
  json?: true;
}

const details = `
Compares the log with the table of events: each offset up to the committed ones must have one row, unless it holds a
second copy, no event at all (a dead letter), or an event of a deleted workspace. Offsets that the log has dropped are
only counted. It reads KAFKA_BROKERS, KAFKA_TOPIC, CLICKHOUSE_URL and DATA_DIR as the server does; consumers on servers may
run meanwhile, but what is embedded in a running Footfall has to be stopped first.

Exit status: 0 when all is in order, or was put right; 1 when something differs.

Examples:
  footfall reconcile
  footfall reconcile --repair
  footfall reconcile --json`;

/** Adds `reconcile` below `parent`. */
export function addReconcileCommand(parent: Command, environment: Environment): void {
  parent
    .command('reconcile')
    .description('compare what is stored with the log: every event once')
    .option('--repair', 'put right what differs')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async ({ repair, json }: Options) => {
      // Loaded here, because other commands start faster without the engines' clients.
      const { reconcileSettings, runReconcile } = await import('./reconcile.ts');
      const { renderReport } = await import('./reconcile-report.ts');
      const settings = loadSettings(reconcileSettings, environment);
      const report = await runReconcile(settings, { repairs: repair ?? false, isQuiet: json ?? false });
      print(report, json, renderReport);
      // Everything is said already: this only sets the exit status.
      if (!report.isExact) throw new CommanderError(1, 'footfall.reconcile', 'not exact');
    });
}

/** The arguments of `footfall repair`. */
import type { Environment } from '@footfall/process/settings';
import { type Command, CommanderError } from 'commander';
import { print } from '../terminal/table.ts';
import { writeResult } from '../terminal/terminal.ts';

interface Options {
  dryRun?: true;
  json?: true;
}

const details = `
Reads every part of the warehouse and compares its checksums. Detaches damaged
parts; their files stay in the table's detached/ directory. Restores the events
that the log still has, and reports what cannot be restored. The consumer
recomputes damaged rollups the next time Footfall runs. Run the command when
Footfall refuses to start because a part is damaged, or at any time. An embedded
Footfall must be stopped first; with servers, everything can keep running. The
command can be interrupted and run again. The detached parts and what is lost
with them are printed before events are restored; with --json, on stderr.

Exit status: 0 if nothing is damaged or everything was restored, 1 if something
is damaged (--dry-run) or lost.

Examples:
  footfall repair --dry-run
  footfall repair
  footfall repair --json`;

/** Adds `repair` below `parent`. */
export function addRepairCommand(parent: Command, environment: Environment): void {
  parent
    .command('repair')
    .description('detach damaged parts of the warehouse, and restore the events that the log still has')
    .option('--dry-run', 'only list the damaged parts')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async ({ dryRun, json }: Options) => {
      // Loaded here, because other commands start faster without the engines' clients.
      const { isWhole, renderFound, renderOutcome, runRepair } = await import('./repair.ts');
      const isDryRun = dryRun ?? false;
      const report = await runRepair(environment, {
        isDryRun,
        isQuiet: json ?? false,
        onFound(found) {
          const text = renderFound(found, isDryRun);
          if (text !== '') writeResult(text, json ? process.stderr : process.stdout);
        },
      });
      print(report, json, renderOutcome);
      // The report has been printed: this only sets the exit status.
      if (!isWhole(report)) throw new CommanderError(1, 'footfall.repair', 'damaged');
    });
}

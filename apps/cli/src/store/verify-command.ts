/** The arguments of `footfall verify`. */
import { type Environment, loadSettings } from '@footfall/process/settings';
import { type Command, CommanderError } from 'commander';
import { dayOption } from '../terminal/day-option.ts';
import { print } from '../terminal/table.ts';

interface Options {
  from?: number;
  to?: number;
  workspace?: string;
  json?: true;
}

const details = `
Recomputes from the events what every rollup must hold, and lists where they differ. It reads CLICKHOUSE_URL and DATA_DIR
as the server does. On servers all may run meanwhile; what is embedded in a running Footfall has to be stopped first.

Exit status: 0 when every figure agrees, 1 when one differs or could not be compared.

Examples:
  footfall verify
  footfall verify --from 2026-03-01 --to 2026-03-31
  footfall verify --workspace ws_0123456789abcdefghij --json`;

/** Adds `verify` below `parent`. */
export function addVerifyCommand(parent: Command, environment: Environment): void {
  parent
    .command('verify')
    .description('compare the rollups, which large workspaces are answered from, with the events')
    .addOption(dayOption('--from <date>', 'first day to compare'))
    .addOption(dayOption('--to <date>', 'last day to compare'))
    .option('--workspace <id>', 'only this workspace')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async ({ from, to, workspace, json }: Options) => {
      // Loaded here, because other commands start faster without the engine's clients.
      const { runVerify, verifySettings } = await import('./verify.ts');
      const { renderVerifyReport } = await import('./verify-report.ts');
      const settings = loadSettings(verifySettings, environment);
      const report = await runVerify(settings, { from, to, workspace, isQuiet: json ?? false });
      print(report, json, renderVerifyReport);
      // Everything is said already: this only sets the exit status.
      if (!report.isExact) throw new CommanderError(1, 'footfall.verify', 'not exact');
    });
}

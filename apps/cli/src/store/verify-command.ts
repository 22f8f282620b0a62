/** The arguments of `footfall verify`. */
import { type Environment, loadSettings } from '@footfall/process/settings';
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { dayOption } from '../terminal/day-option.ts';
import { print } from '../terminal/table.ts';

interface Options {
  from?: number;
  to?: number;
  workspace?: string;
  seed?: number;
  json?: true;
}

const details = `
Runs the same queries on the rollups and on the events, for every day, parts of days, random ranges and all of history, and
lists the differences. For workspaces with at most EVENTS_READ_MAX events, which are answered from the events, it only
compares all of history. It uses CLICKHOUSE_URL, DATA_DIR and EVENTS_READ_MAX as the server does. Footfall can keep running:
if the store is embedded in it, the running process does the work.

Exit status: 0 if every answer agrees, 1 if one differs or could not be compared.

Examples:
  footfall verify
  footfall verify --from 2026-03-01 --to 2026-03-31
  footfall verify --workspace ws_0123456789abcdefghij --seed 42 --json`;

const seedMax = 2 ** 32 - 1;
const seedOption = new Option(
  '--seed <number>',
  'choose the same random ranges as the report with this seed',
).argParser((text) => {
  if (/^\d{1,10}$/.test(text) && Number(text) <= seedMax) return Number(text);
  throw new InvalidArgumentError(`It must be an integer from 0 to ${seedMax}.`);
});

/** Adds `verify` below `parent`. */
export function addVerifyCommand(parent: Command, environment: Environment): void {
  parent
    .command('verify')
    .description(
      'compare the answers of the rollups, which large workspaces are answered from, with those of the events',
    )
    .addOption(dayOption('--from <date>', 'first day to compare'))
    .addOption(dayOption('--to <date>', 'last day to compare'))
    .option('--workspace <id>', 'only this workspace')
    .addOption(seedOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async ({ from, to, workspace, seed, json }: Options) => {
      // Loaded here, because other commands start faster without the engine's clients.
      const { runVerify, verifySettings } = await import('./verify.ts');
      const { renderVerifyReport } = await import('./verify-report.ts');
      const settings = loadSettings(verifySettings, environment);
      const report = await runVerify(settings, { from, to, workspace, seed, isQuiet: json ?? false });
      print(report, json, renderVerifyReport);
      // The report has been printed: this only sets the exit status.
      if (!report.isExact) throw new CommanderError(1, 'footfall.verify', 'not exact');
    });
}

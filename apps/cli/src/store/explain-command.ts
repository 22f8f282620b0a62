/** The arguments of `footfall explain`. */
import { type Environment, loadSettings } from '@footfall/process/settings';
import { Argument, type Command } from 'commander';
import { print } from '../terminal/table.ts';

interface Options {
  workspace?: string;
  start?: string;
  end?: string;
  limit?: string;
  days?: string;
  granularity?: string;
  sql?: true;
  json?: true;
}

const details = `
Runs the endpoint's query on the store, past the cache, and shows from where it answers and why, and what each statement
reads. It reads CLICKHOUSE_URL, DATA_DIR and EVENTS_READ_MAX as the server does; what is embedded in a running Footfall has to be stopped first.

Examples:
  footfall explain overview
  footfall explain pages --workspace ws_0123456789abcdefghij --start 2026-03-01 --end 2026-03-31
  footfall explain visitors --granularity hour --sql
  footfall explain ux-insights --days 7 --json`;

/** Adds `explain` below `parent`. */
export function addExplainCommand(parent: Command, environment: Environment): void {
  parent
    .command('explain')
    .addArgument(new Argument('<endpoint>', 'the last part of its path, such as overview'))
    .description("show where an endpoint's answer comes from, and what it takes")
    .option('--workspace <id>', 'the workspace to ask about (default: the one with most events)')
    .option('--start <moment>', 'as the endpoint takes it')
    .option('--end <moment>', 'as the endpoint takes it')
    .option('--limit <count>', 'as the endpoint takes it')
    .option('--days <count>', 'as the endpoint takes it')
    .option('--granularity <width>', 'as the endpoint takes it')
    .option('--sql', 'show the statements and their values')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async (endpoint: string, { workspace, sql, json, ...params }: Options) => {
      // Loaded here, because other commands start faster without the engine's clients.
      const { explainSettings, runExplain } = await import('./explain.ts');
      const { renderExplanation } = await import('./explain-report.ts');
      const settings = loadSettings(explainSettings, environment);
      const report = await runExplain(settings, { endpoint, workspace, params });
      print(report, json, (one) => renderExplanation(one, sql ?? false));
    });
}

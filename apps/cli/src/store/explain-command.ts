/** The arguments of `footfall explain`. */
import type { Environment } from '@footfall/process/settings';
import { Argument, type Command } from 'commander';
import { namedValue } from '../terminal/named-value.ts';
import { print } from '../terminal/table.ts';

/** Values by name, as in a query string. */
type Params = Readonly<Record<string, string | readonly string[]>>;

interface Options {
  workspace?: string;
  start?: string;
  end?: string;
  param?: Params;
  sql?: true;
  json?: true;
}

const details = `
Runs the endpoint's query on the store, without the cache, and shows which
source it reads, why, and what each statement reads. It uses CLICKHOUSE_URL,
DATA_DIR and EVENTS_READ_MAX as the server does. Footfall can keep running: if
the store is embedded in it, the running process does the work.

Examples:
  footfall explain overview
  footfall explain pages --workspace ws_0123456789abcdefghij --start 2026-03-01 --end 2026-03-31
  footfall explain visitors --param granularity=hour --sql
  footfall explain ux-insights --param days=7 --json
  footfall explain funnel --param step=path:is:/pricing --param step=type:is:signup`;

/** Adds `explain` below `parent`. */
export function addExplainCommand(parent: Command, environment: Environment): void {
  parent
    .command('explain')
    .addArgument(new Argument('<endpoint>', 'the last segment of the path of the endpoint, such as overview'))
    .description('show which tables an endpoint reads and what that costs')
    .option('--workspace <id>', 'the workspace (default: the one with the most events)')
    .option('--start <time>', 'the start of the range')
    .option('--end <time>', 'the end of the range')
    .option('--param <name=value>', 'any other parameter of the endpoint; can be repeated', withParam)
    .option('--sql', 'print the statements with their parameters')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', details)
    .action(async (endpoint: string, { workspace, sql, json, param, ...named }: Options) => {
      // Loaded here, because other commands start faster without the engine's clients.
      const { renderExplanation, runExplain } = await import('./explain.ts');
      const params = { ...named, ...param };
      const report = await runExplain(environment, { endpoint, workspaceId: workspace, params });
      print(report, json, (one) => renderExplanation(one, sql ?? false));
    });
}

/** Adds `name=value` to the parameters so far. */
function withParam(text: string, params: Params = {}): Params {
  const { name, value } = namedValue(text);
  const known = params[name];
  return { ...params, [name]: known === undefined ? value : [known, value].flat() };
}

/** `footfall explain`: measures an endpoint's query on the real store, and shows what it read. */
import type { Environment } from '@footfall/process/settings';
import type { MeasuredStatement, QueryReport } from '@footfall/warehouse';
import { Argument, type Command } from 'commander';
import { namedValue } from '../terminal/named-value.ts';
import { count, counted, print, renderTable } from '../terminal/table.ts';

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
      const { explainJob, runJob } = await import('./run-job.ts');
      const params = { ...named, ...param };
      const report = await runJob(explainJob, environment, { endpoint, workspaceId: workspace, params });
      print(report, json, (one) => renderExplanation(one, sql ?? false));
    });
}

/** Adds `name=value` to the parameters so far. */
function withParam(text: string, params: Params = {}): Params {
  const { name, value } = namedValue(text);
  const known = params[name];
  return { ...params, [name]: known === undefined ? value : [known, value].flat() };
}

/** Renders the source of the result, a table of the statements, a table of the tables they read, and their text if `showsSql`. */
function renderExplanation(report: QueryReport, showsSql: boolean): string {
  const { statements } = report;
  return [
    `${report.endpoint} of ${report.workspaceId}`,
    origin(report),
    '',
    renderStatements(statements),
    '',
    renderTables(statements),
    '',
    `In all: ${counted(report.rowsRead, 'row')}, ${bytes(report.bytesRead)} read in ${report.elapsedMs.toFixed(1)} ms of the store's time.`,
    ...(showsSql ? statements.flatMap(renderSql) : []),
  ].join('\n');
}

function origin({ source, choice }: QueryReport): string {
  if (choice === null) return 'Always read from events.';
  if (source === 'visits') return 'Read from visits and events, because the rollups do not contain what is requested.';
  const table = source === 'manyEvents' ? 'events' : source;
  return `Read from ${table}, because ${choice.reason} (${count(choice.events)} rolled up).`;
}

function renderStatements(statements: readonly MeasuredStatement[]): string {
  return renderTable(
    ['statement', 'by', 'ms', 'rows read', 'bytes read', 'result rows', 'memory'],
    statements.map((one, index) => [
      String(index + 1),
      one.by,
      one.elapsedMs.toFixed(1),
      count(one.rowsRead),
      bytes(one.bytesRead),
      count(one.rows),
      one.memoryBytes === null ? 'unknown' : bytes(one.memoryBytes),
    ]),
  );
}

function renderTables(statements: readonly MeasuredStatement[]): string {
  return renderTable(
    ['statement', 'reads', 'parts', 'granules', 'pruned by'],
    statements.flatMap(({ tables }, index) => {
      const statement = String(index + 1);
      // The engine's plan leaves out tables that are empty.
      if (tables.length === 0) return [[statement, 'nothing', '', '', '']];
      return tables.map(({ table, parts, granules, keys }) => [
        statement,
        table,
        ...[parts, granules].map((part) => (part === null ? 'all' : `${count(part.selected)} of ${count(part.total)}`)),
        keys.length === 0 ? 'nothing' : keys.join(', '),
      ]);
    }),
  );
}

function renderSql({ sql, params }: MeasuredStatement, index: number): string[] {
  const lines = sql.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.search(/\S/)).filter((at) => at > 0), 80);
  const text = lines.map((line) => (line.startsWith(' '.repeat(indent)) ? line.slice(indent) : line));
  return ['', `-- statement ${index + 1}: ${JSON.stringify(params)}`, ...text];
}

function bytes(value: number): string {
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

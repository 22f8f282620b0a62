/** `footfall explain`: measures an endpoint's query on the real store, and shows what it read. */
import { explainJob } from '@footfall/consumer/jobs';
import type { Environment } from '@footfall/process/settings';
import type { MeasuredStatement, QueryReport } from '@footfall/warehouse';
import type { z } from 'zod';
import { count, counted, renderTable } from '../terminal/table.ts';
import { runJob } from './run-job.ts';

/** Rejects with a CommandError that names the invalid endpoint, parameter or workspace. */
export function runExplain(environment: Environment, input: z.output<typeof explainJob.input>): Promise<QueryReport> {
  return runJob(explainJob, environment, input);
}

/** Renders the source of the result, a table of the statements, a table of the tables they read, and their text if `showsSql`. */
export function renderExplanation(report: QueryReport, showsSql: boolean): string {
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

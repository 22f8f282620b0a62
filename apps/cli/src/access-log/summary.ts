/** Renders the result of an import. */
import type { ImportSummary } from './import.ts';
import { count, renderTable } from '../terminal/table.ts';

const unfinishedNote =
  'The last line has no line break: the server may still be writing it. It is left out until the log is imported again.';

const repeatedNote = 'Lines that an earlier import has sent are accepted again, but not counted again.';

/** Returns a table: lines read, left out, sent and accepted, each reason with its count, the largest first. */
export function renderSummary(summary: ImportSummary): string {
  const rows: [string, string, number][] = [
    ['lines read', '', summary.linesRead],
    ...reasons('left out', summary.leftOut),
    ['sent', '', summary.sent],
    ...reasons('rejected', summary.rejected),
    ['accepted', '', summary.accepted],
  ];
  const table = renderTable(
    ['', 'reason', 'lines'],
    rows.map(([what, reason, lines]) => [what, reason, count(lines)]),
  );
  return [
    ...(summary.format === null ? [] : [`Format: ${summary.format}`, '']),
    table,
    ...(summary.accepted > 0 ? ['', repeatedNote] : []),
    ...('unfinished line' in summary.leftOut ? ['', unfinishedNote] : []),
  ].join('\n');
}

function reasons(what: string, counts: Readonly<Record<string, number>>): [string, string, number][] {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, lines]) => [what, reason, lines]);
}

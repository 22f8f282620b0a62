/** Shows what an import did. */
import type { ImportSummary } from './import.ts';
import { renderTable } from '../terminal/table.ts';

/** A table: what was read, sent and accepted, then each reason with its count, the largest first. */
export function renderSummary(summary: ImportSummary): string {
  const rows: [string, string, number][] = [
    ['lines read', '', summary.linesRead],
    ...reasons('left out', summary.leftOut),
    ['sent', '', summary.sent],
    ...reasons('rejected', summary.rejected),
    ['accepted', '', summary.accepted],
  ];
  return renderTable(
    ['', 'reason', 'lines'],
    rows.map(([what, reason, count]) => [what, reason, count.toLocaleString('en')]),
  );
}

function reasons(what: string, counts: Readonly<Record<string, number>>): [string, string, number][] {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => [what, reason, count]);
}

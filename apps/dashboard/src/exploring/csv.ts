/** The rows of a list as CSV (RFC 4180). */
import type { Row } from '../panels/row.ts';

export interface Table {
  nameTitle: string;
  columns: readonly { title: string }[];
}

/** With these a spreadsheet would take a cell for a formula. */
const formulaStart = /^[=+\-@\t\r]/;

export function toCsv(table: Table, rows: readonly Row[]): string {
  const hasDetail = rows.some(({ detail }) => detail !== undefined);
  const header = [table.nameTitle, ...(hasDetail ? ['Detail'] : []), ...table.columns.map(({ title }) => title)];
  const lines = rows.map(({ name, detail = '', figures }) => [
    name,
    ...(hasDetail ? [detail] : []),
    ...figures.map(String),
  ]);
  return [header, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

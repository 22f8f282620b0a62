/** The rows of a list as CSV (RFC 4180). */
import type { Row } from './list.ts';

interface Titles {
  nameTitle: string;
  columns: readonly { title: string }[];
}

/** With these a spreadsheet would take a cell for a formula. */
const formulaStart = /^[=+\-@\t\r]/;

export function toCsv(list: Titles, rows: readonly Row[]): string {
  const hasDetail = rows.some(({ detail }) => detail !== undefined);
  const header = [list.nameTitle, ...(hasDetail ? ['Detail'] : []), ...list.columns.map(({ title }) => title)];
  const lines = rows.map(({ name, detail = '', figures }) => [
    name,
    ...(hasDetail ? [detail] : []),
    ...figures.map(String),
  ]);
  return [header, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

function cellOf(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

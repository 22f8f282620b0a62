/** Saves a list as a CSV file. */

/** The cells of rows; the first row contains the titles. */
export type Table = readonly (readonly (string | number | undefined)[])[];

/** `content` is the CSV of the API, or the cells to write as CSV. */
export function saveCsv(name: string, content: string | Table): void {
  const text = typeof content === 'string' ? content : csvOf(content);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Returns CSV in the form of the API's: RFC 4180 with CRLF, and no cell that a spreadsheet could run as a formula. */
export function csvOf(table: Table): string {
  return table.map((cells) => `${cells.map(cellOf).join()}\r\n`).join('');
}

function cellOf(cell: string | number = ''): string | number {
  if (typeof cell === 'number') return cell;
  const text = cell.replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

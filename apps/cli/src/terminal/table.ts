/** Prints results: as a readable table, or as JSON for programs. */
import { escapeUnprintable } from '@footfall/schemas';
import Table from 'cli-table3';
import { writeResult } from './terminal.ts';

/** Returns a borderless table with a bold head in capitals; `(none)` if there are no rows. Escapes keep a cell on one line, and its column as wide as it looks. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '(none)';
  const table = new Table({
    head: head.map((name) => name.toUpperCase()),
    style: { head: process.stdout.isTTY ? ['bold'] : [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: borderless,
    colAligns: head.map((_name, column) => (rows.every((row) => isNumber(row[column])) ? 'right' : 'left')),
  });
  table.push(...rows.map((row) => row.map(escapeUnprintable)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const sides = ['top', 'bottom', 'left', 'right'] as const;
const borderless = Object.fromEntries([
  ...sides.flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`].map((part) => [part, ''])),
  ...['mid', 'left-mid', 'mid-mid', 'right-mid', 'middle'].map((part) => [part, '']),
]);

/** Returns an integer with separators of thousands: `1,234`. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** Returns a number with its noun: `1 offset`, `1,234 offsets`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

function isNumber(cell: string | undefined): boolean {
  return cell !== undefined && /^[+-]?[\d,]+(\.\d+)?%?$/.test(cell);
}

/** Writes `value`: as JSON if `json` is set, else as `render` formats it. */
export function print<Value>(value: Value, json: boolean | undefined, render: (value: Value) => string): void {
  writeResult(json ? JSON.stringify(value, null, 2) : render(value));
}

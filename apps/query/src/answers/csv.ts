/** A list of a result as CSV: RFC 4180, with a header row, and safe to open in a spreadsheet. */
import { columnName, type ResultList } from '@footfall/warehouse';
import Papa from 'papaparse';

type Cell = string | number | boolean | undefined;
type Row = ReadonlyMap<string, Cell>;

/** A text that starts with one of these would run as a formula; it is written with an apostrophe in front. */
const formulaStart = /^[=+\-@\t\r]/;
const lineEnd = '\r\n';

/** Returns the list `name` of a result as CSV; undefined if the result does not contain it. `resultJson` is the JSON of the result. */
export function listAsCsv({ name, columns }: ResultList, resultJson: string): string | undefined {
  const result: Readonly<Record<string, unknown>> = Object(JSON.parse(resultJson));
  const entries = result[name];
  if (!Array.isArray(entries)) return undefined;
  const rows = entries.map((entry: unknown): Row => new Map(cellsOf(entry, '', name)));
  const header = rows.length > 0 ? namesIn(rows) : namesWithoutRows(columns, result);
  const data = rows.map((row) => header.map((column) => row.get(column)));
  return Papa.unparse([header, ...data], { newline: lineEnd, escapeFormulae: formulaStart }) + lineEnd;
}

/** Returns the cells of an entry by the names of their columns: a field of an object has both names, an item of a list its number. */
function cellsOf(value: unknown, column: string, list: string): [string, Cell][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([field, inner]) => cellsOf(inner, columnName(column, field), list));
  }
  return isCell(value) ? [[column === '' ? list : column, value]] : [];
}

function isCell(value: unknown): value is Cell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns the columns that any row has, in the order of the entries' fields. */
function namesIn(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => [...row.keys()]))];
}

/** Returns the columns that entries would have: those that are not optional, and those that the result names, as a breakdown does in `by` and `metrics`. */
function namesWithoutRows(columns: ResultList['columns'], result: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.values(result)
    .flat()
    .filter((value) => typeof value === 'string');
  const named = new Set(texts.flatMap((text) => text.split(',')));
  const always = columns.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const optional = [...named].filter((text) => columns.some(({ name, isOptional }) => isOptional && name === text));
  return always.length + optional.length > 0 ? [...always, ...optional] : columns.map(({ name }) => name);
}

/** A list of a result as CSV: RFC 4180, with a header row, and safe to open in a spreadsheet. */
import { byOf, columnName, type ResultList } from '@footfall/warehouse';
import Papa from 'papaparse';
import type { Params } from './params.ts';

/** A negative number is a text: it starts with `-`. */
type Cell = string | number | boolean;
/** Cells by column name. */
type Row = Map<string, Cell>;

/** A cell that starts with one of these could run as a formula; an apostrophe is written before it. */
const formulaStart = /^[=+\-@\t\r]/;
const lineEnd = '\r\n';

/** Returns a list of a result as CSV; undefined if the result does not contain it. `resultJson` is the JSON of the result to `params`. */
export function listAsCsv(list: ResultList, resultJson: string, params: Params): string | undefined {
  const result: Readonly<Record<string, unknown>> = Object(JSON.parse(resultJson));
  const entries = result[list.name];
  if (!Array.isArray(entries)) return undefined;
  const rows = entries.map((entry: unknown) => addCells(new Map(), list.name, entry));
  const found = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const columns = rows.length > 0 ? found : columnsWithoutRows(list, result, params);
  const data = rows.map((row) => columns.map((column) => row.get(column)));
  return Papa.unparse([columns, ...data], { newline: lineEnd, escapeFormulae: formulaStart }) + lineEnd;
}

/** Adds the cells of an entry, or of the part of an entry that is in `column`: a field of an object is named by both, an item of a list by its number. */
function addCells(row: Row, list: string, value: unknown, column = ''): Row {
  if (isCell(value)) return row.set(column === '' ? list : column, isNegative(value) ? String(value) : value);
  for (const [field, inner] of Object.entries(Object(value))) addCells(row, list, inner, columnName(column, field));
  return row;
}

function isCell(value: unknown): value is Cell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const isNegative = (cell: Cell) => typeof cell === 'number' && cell < 0;

/** Returns the columns that entries would have, in their order: those that the result names, as a breakdown does in `by` and `metrics`, those that are not optional, and those that parameters add. */
function columnsWithoutRows(
  { columns }: ResultList,
  result: Readonly<Record<string, unknown>>,
  params: Params,
): string[] {
  const { by } = result;
  const named = Object.values(result).flatMap((value) => (Array.isArray(value) ? value : []));
  // Properties have names; one of them has values.
  const ofProperties = params['name'] === undefined ? 'name' : 'value';
  const optional = columns.filter(({ isOptional }) => isOptional).map(({ name }) => name);
  const current = [
    ...(typeof by === 'string' ? byOf(by).names : []),
    ...named.filter((name) => optional.includes(name)),
    ...columns.filter(({ name, isOptional }) => !isOptional || name === ofProperties).map(({ name }) => name),
  ];
  const previous = params['compare'] === undefined ? [] : current.map((name) => columnName('previous', name));
  const found = [...current, ...previous.filter((name) => optional.includes(name))];
  return found.length > 0 ? found : columns.map(({ name }) => name);
}

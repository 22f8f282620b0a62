/** Renders a result of the API for a terminal: its ranges, its totals as a list of two columns, and each of its lists as a table. */
import type { Period, QueryName, DatedResult } from '@footfall/client';
import { columnName, type ResultList } from '@footfall/warehouse';
import { z } from 'zod';
import { renderTable } from '../terminal/table.ts';

type Dated = Pick<DatedResult<QueryName>, 'result' | 'period' | 'comparedPeriod'>;
type Value = string | number;
/** Values by column. */
type Row = ReadonlyMap<string, Value>;

/** Returns the text of a result; `lists` are those that it can contain. */
export function renderResult(lists: readonly ResultList[], { result, period, comparedPeriod }: Dated): string {
  const fields: Readonly<Record<string, unknown>> = { ...result };
  const ranges = [...rangeLine('Period', period), ...rangeLine('Compared period', comparedPeriod)];
  return [ranges.join('\n'), renderTotals(fields), ...lists.map(({ name }) => renderList(name, fields[name]))]
    .filter((part) => part !== '')
    .join('\n\n');
}

function rangeLine(name: string, period: Period | undefined): string[] {
  return period === undefined ? [] : [`${name}: ${period.start} to ${period.end}`];
}

/** The figures of the overview in the earlier range, by name. */
const comparisonSchema = z.record(z.string(), z.object({ previous: z.number(), change: z.number() }));

/** Returns an empty text if the result has only lists. */
function renderTotals(fields: Readonly<Record<string, unknown>>): string {
  const totals = numbersIn(fields);
  if (totals.length === 0) return '';
  const { data: comparison } = comparisonSchema.safeParse(fields['comparison']);
  return renderTable(
    ['figure', 'value', ...(comparison ? ['previous', 'change'] : [])],
    totals.map(([name, value]) => {
      const compared = comparison?.[name];
      const more = compared ? [...formatted([compared.previous]), percentage(compared.change)] : [];
      return [words(name), ...formatted([value]), ...more];
    }),
  );
}

/** Returns the numbers by name, including those in nested objects, without those of lists and of the comparison. */
function numbersIn(fields: object): [string, number][] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]];
    const isTotals = typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'comparison';
    return isTotals ? numbersIn(value) : [];
  });
}

/** Returns an empty text if the result does not contain the list. */
function renderList(name: string, entries: unknown): string {
  if (!Array.isArray(entries)) return '';
  const rows: Row[] = entries.map((entry: unknown) => new Map(valuesOf(entry, name)));
  const columns = columnsOf(rows);
  const texts = columns.map((column) => formatted(rows.map((row) => row.get(column))));
  const table = renderTable(
    columns.map(words),
    rows.map((_row, index) => texts.map((column) => column[index] ?? '')),
  );
  return name === 'data' ? table : `${words(name)}:\n${table}`;
}

/** Returns the values of an entry by column, with the names of the API's CSV. A list within an entry is one value. */
function valuesOf(entry: unknown, list: string, column = ''): [string, Value][] {
  if (Array.isArray(entry)) return [[column, entry.join(', ')]];
  if (typeof entry === 'object' && entry !== null) {
    return Object.entries(entry).flatMap(([field, inner]) => valuesOf(inner, list, columnName(column, field)));
  }
  return [[column === '' ? list : column, typeof entry === 'number' ? entry : String(entry)]];
}

const previousPrefix = /^previous_/;

/** Returns the columns of all rows, each compared one next to the current one. */
function columnsOf(rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const position = (column: string) => columns.indexOf(column.replace(previousPrefix, ''));
  return columns.toSorted((one, other) => position(one) - position(other));
}

/** Formats the values of a column: its numbers with two decimals if any of them has decimals. */
function formatted(values: readonly (Value | undefined)[]): string[] {
  const digits = values.some((value) => typeof value === 'number' && !Number.isInteger(value)) ? 2 : 0;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return values.map((value = '') => (typeof value === 'number' ? value.toLocaleString('en', format) : value));
}

function percentage(change: number): string {
  return `${change > 0 ? '+' : ''}${formatted([change]).join()}%`;
}

/** Returns the words of the name of a field: `avgDuration` as `avg duration`. The name of a property stays as it is. */
function words(name: string): string {
  if (name.includes(':')) return name;
  return name.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

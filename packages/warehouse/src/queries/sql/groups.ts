/** Groups of events or of sessions, by several sets of keys in one reading, and the rows of a breakdown that they contribute to. */
import type { BreakdownDimension } from '../breakdown-dimensions.ts';

/** The contribution of a group to the rows of a dimension. */
export interface Contribution {
  dimension: BreakdownDimension;
  /** The keys of the group: the name of each, and its SQL over an event or a session. Without keys, there is one group. */
  keys: Readonly<Record<string, string>>;
  /** The value of the row, as SQL over the keys. */
  value: string;
  /** The condition that the value counts, as SQL over the keys. */
  when: string;
  /** Each figure of the row as an aggregate, or '0'. */
  figures: Readonly<Record<Figure, string>>;
}

export const noFigures = { count: '0', uniques: '0', engagedMs: '0', left: '0' };
type Figure = keyof typeof noFigures;
const figureNames: readonly Figure[] = ['count', 'uniques', 'engagedMs', 'left'];

/** A contribution to a slice, which is identified by its number. */
export type Entry = Contribution & { slice: number };

/** Selects the rows of the entries from `from`, except those whose figures are all 0. Without entries, nothing is selected. */
export function selectGroups(entries: readonly Entry[], from: string, where: string): string[] {
  if (entries.length === 0) return [];
  const keys = new Map(entries.flatMap((entry) => Object.entries(entry.keys)));
  const names = [...keys.keys()];
  const sets = [...new Set(entries.map((entry) => Object.keys(entry.keys).join(', ')))];
  const aggregates = [...new Set(entries.flatMap(({ figures }) => Object.values(figures)))].filter(
    (one) => one !== '0',
  );
  const isGroupedBySets = sets.length > 1;
  const selected = [
    ...[...keys].map(([name, sql]) => (name === sql ? name : `${sql} AS ${name}`)),
    ...aggregates.map((aggregate, index) => `toInt64(${aggregate}) AS aggregate_${index}`),
    ...(isGroupedBySets ? [`grouping(${names.join(', ')}) AS set`] : []),
  ];
  const groupBy = isGroupedBySets ? `GROUPING SETS (${sets.map((set) => `(${set})`).join(', ')})` : sets.join('');

  const joined: string[] = [];
  /** Returns the expression of all entries if they have the same, otherwise the name of a joined array. Planning one array of tuples would take twice as long. */
  function column(name: string, expressionOf: (entry: Entry) => string): string {
    const expressions = entries.map(expressionOf);
    const [first = ''] = expressions;
    if (expressions.every((one) => one === first)) return first;
    joined.push(`[${expressions.join(', ')}] AS ${name}`);
    return name;
  }

  const slice = column('of_slice', (entry) => `${entry.slice}`);
  const dimension = column('of_dimension', (entry) => `'${entry.dimension}'`);
  const value = column('of_value', (entry) => entry.value);
  const figures = figureNames.map((name) => ({
    name,
    sql: column(`of_${name}`, ({ figures: { [name]: aggregate } }) =>
      aggregate === '0' ? '0' : `aggregate_${aggregates.indexOf(aggregate)}`,
    ),
  }));
  const isNotZero = figures.filter(({ sql }) => sql !== '0').map(({ sql }) => `${sql} != 0`);
  const conditions = [
    ...(isGroupedBySets ? [`set = ${column('of_set', (entry) => `${maskOf(names, entry)}`)}`] : []),
    column('is_counted', (entry) => entry.when),
    `(${isNotZero.join(' OR ')})`,
  ].filter((condition) => condition !== 'true');
  return [
    `
    SELECT ${slice} AS slice, ${dimension} AS dimension, ${value} AS value,
      ${figures.map(({ name, sql }) => `toInt64(${sql}) AS ${name}`).join(', ')}
    FROM (
      SELECT ${selected.join(', ')}
      FROM ${from}
      WHERE ${where}${groupBy === '' ? '' : `\n      GROUP BY ${groupBy}`})${joined.length === 0 ? '' : `\n    ARRAY JOIN\n      ${joined.join(',\n      ')}`}
    WHERE ${conditions.join(' AND ')}`,
  ];
}

/** The number by which the engine identifies a set: in the order of all keys, a bit for each, which is 1 for those that the set lacks. */
function maskOf(names: readonly string[], { keys }: Entry): number {
  return names.reduce((mask, name) => 2 * mask + (Object.hasOwn(keys, name) ? 0 : 1), 0);
}

/** What the rollups hold, in the form of `expectedRollups`. For tests only. */
import type { Warehouse } from '../driver/port.ts';
import type { Figures } from './expected.fixture.ts';
import { liveTables, type RollupTables } from './tables.ts';

const ms = (column: string) => `toInt64(toUnixTimestamp(toDateTime(${column}, 'UTC'))) * 1000`;
const notNothing = "workspace_id != ''";

/** A row whose figures are all 0 is as good as none. */
export async function storedRollups(
  warehouse: Pick<Warehouse, 'read'>,
  tables: RollupTables = liveTables,
): Promise<Figures> {
  const statements = [
    summed(
      'traffic',
      tables('traffic_by_hour'),
      [ms('hour')],
      ['pageviews', 'visitors', 'sessions', 'bounces', 'duration_ms', 'dead_sessions', 'rage_sessions'],
    ),
    summed(
      'counters',
      tables('counters'),
      ['dimension', 'grain', ms('time'), ms('previous'), 'value'],
      ['occurrences', 'subjects'],
    ),
    `SELECT concat('pages|', workspace_id, '|', path, '|', toString(${ms('hour')})) AS key,
       concat(toString(sum(engaged_ms)), ' ', toString(sum(engaged_views)), ' ', tupleElement(max(latest), 2)) AS figures
     FROM ${tables('pages_by_hour')} WHERE ${notNothing} GROUP BY workspace_id, path, hour`,
  ];
  const figures: Figures = new Map();
  for (const sql of statements) {
    for (const row of await warehouse.read<{ key: string; figures: string }>({ sql }))
      figures.set(row.key, row.figures);
  }
  return figures;
}

function summed(name: string, table: string, key: readonly string[], figures: readonly string[]): string {
  const sums = figures.map((figure) => `sum(${figure})`);
  return `SELECT concat('${name}|', workspace_id${key.map((part) => `, '|', toString(${part})`).join('')}) AS key,
      arrayStringConcat([${sums.map((sum) => `toString(${sum})`).join(', ')}], ' ') AS figures
    FROM ${table} WHERE ${notNothing}
    GROUP BY workspace_id, ${key.map((part) => part.replace(/^.*\(toDateTime\((\w+),.*$/, '$1')).join(', ')}
    HAVING ${sums.map((sum) => `${sum} != 0`).join(' OR ')}`;
}

/** Keys at which the two differ, with both figures. */
export function differences(stored: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] {
  const nothing = (figures: string | undefined) => (/^(0 )*0 ?$/.test(figures ?? '0') ? undefined : figures);
  return [...new Set([...stored.keys(), ...expected.keys()])]
    .filter((key) => nothing(stored.get(key)) !== nothing(expected.get(key)))
    .map((key) => `${key}: ${stored.get(key)} and not ${expected.get(key)}`);
}

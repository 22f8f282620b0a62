/** The contents of the rollups, in the form of `expectedRollups`. For tests only. */
import type { Warehouse } from '../driver/port.ts';
import type { Figures } from './expected.fixture.ts';
import { visitColumns } from './visit.ts';

const ms = (column: string) => `toInt64(toUnixTimestamp(${column})) * 1000`;

const visitFigures = visitColumns
  .filter((name) => name !== 'workspace_id' && name !== 'session_id')
  .map((name) =>
    name.endsWith('_at') ? `toUnixTimestamp64Milli(${name})` : name === 'visitor_id' ? 'hex(visitor_id)' : name,
  );

const statements = [
  `SELECT concat('breakdown|', workspace_id, '|', dimension, '|', toString(grain), '|', toString(${ms('time')}), '|',
      toString(${ms('last_seen')}), '|', value) AS key,
     concat(toString(sum(breakdown.count)), ' ', toString(sum(breakdown.uniques))) AS figures
   FROM breakdown WHERE workspace_id != '' GROUP BY workspace_id, dimension, grain, time, last_seen, value`,
  `SELECT concat('titles|', workspace_id, '|', path, '|', toString(${ms('hour')})) AS key, tupleElement(max(latest), 2) AS figures
   FROM titles WHERE workspace_id != '' GROUP BY workspace_id, path, hour`,
  // Row by row, so that duplicates and rows that were not retracted are found.
  `SELECT concat('visits|', workspace_id, '|', toString(day), '|', hex(session_id)) AS key,
     toJSONString(groupArray((${visitFigures.join(', ')}, sign))) AS figures
   FROM visits FINAL WHERE workspace_id != '' GROUP BY workspace_id, day, session_id`,
];

export async function storedRollups(warehouse: Pick<Warehouse, 'read'>): Promise<Figures> {
  const figures: Figures = new Map();
  for (const sql of statements) {
    for (const row of await warehouse.read<{ key: string; figures: string }>({ sql })) {
      // The engine escapes slashes.
      figures.set(row.key, row.key.startsWith('visits|') ? JSON.stringify(JSON.parse(row.figures)) : row.figures);
    }
  }
  return figures;
}

/** Returns the keys at which the two differ, with both figures. A row with only zeros equals a missing row. */
export function differences(stored: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] {
  const nothing = (figures: string | undefined) => (/^(0 ?)*$/.test(figures ?? '') ? undefined : figures);
  return [...new Set([...stored.keys(), ...expected.keys()])]
    .filter((key) => nothing(stored.get(key)) !== nothing(expected.get(key)))
    .map((key) => `${key}: ${stored.get(key)} and not ${expected.get(key)}`);
}

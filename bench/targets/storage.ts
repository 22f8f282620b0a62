/** The bytes stored per event, table by table. */
import { figure, limit } from '../finding.ts';
import type { DatasetTarget } from './target.ts';

/** Tables that endpoints read instead of `events`; `sessions` and `activity` are the worker's state. */
const readByEndpoints = ['breakdown', 'titles', 'visits'];

export const storage: DatasetTarget = {
  id: '12',
  title: 'Storage',
  promise: 'All tables take at most 60 bytes per event, the rollup tables that endpoints read at most 6.',
  dataset: 'several',
  async measure({ store, events }) {
    await store.settle();
    const tables = await store.warehouse.read<{ name: string; bytes: number; storedRows: number; parts: number }>({
      sql: `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS storedRows, count() AS parts
            FROM system.parts
            WHERE active AND database = currentDatabase() AND NOT startsWith(table, 'design_') AND NOT startsWith(table, 'bench_')
            GROUP BY table ORDER BY bytes DESC`,
    });
    const sum = (of: typeof tables) => of.reduce((total, { bytes }) => total + bytes, 0) / events;
    return {
      verdicts: [
        limit('all tables', sum(tables), 'bytes per event', { atMost: 60 }),
        limit(
          'rollups that endpoints read',
          sum(tables.filter(({ name }) => readByEndpoints.includes(name))),
          'bytes per event',
          {
            atMost: 6,
          },
        ),
      ],
      tables: [
        {
          head: ['table', 'bytes per event', 'rows', 'parts'],
          rows: tables
            .filter(({ bytes }) => bytes / events >= 0.001)
            .map(({ name, bytes, storedRows, parts }) => [
              name,
              figure(bytes / events),
              storedRows.toLocaleString('en'),
              String(parts),
            ]),
        },
      ],
    };
  },
};

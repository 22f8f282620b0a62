/** The parts and granules of each table that a statement reads, and the key columns that skip the others: from the engine's plan. */
import { z } from 'zod';
import type { Statement, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { Pruned } from './query-report.ts';

const index = z.object({
  Type: z.string(),
  Keys: z.array(z.string()).default([]),
  Condition: z.string().optional(),
  'Initial Parts': z.int().optional(),
  'Selected Parts': z.int().optional(),
  'Initial Granules': z.int().optional(),
  'Selected Granules': z.int().optional(),
});

const node = z.object({
  'Node Type': z.string(),
  Description: z.string().optional(),
  Indexes: z.array(index).default([]),
  get Plans() {
    return z.array(node).default([]);
  },
});
type Node = z.output<typeof node>;

const plans = z.array(z.object({ Plan: node }));

/** Resolves with the tables in the order of the engine's plan; a table that is read twice occurs twice. */
export async function readPruning(warehouse: Pick<Warehouse, 'read'>, statement: Statement): Promise<Pruned[]> {
  const rows = await readRows(warehouse, z.object({ explain: z.string() }), {
    ...statement,
    sql: `EXPLAIN indexes = 1, json = 1 ${statement.sql}`,
  });
  const explained: unknown = JSON.parse(rows.map(({ explain }) => explain).join('\n'));
  return plans.parse(explained).flatMap(({ Plan }) => tablesOf(Plan));
}

function tablesOf({ 'Node Type': type, Description, Indexes, Plans }: Node): Pruned[] {
  const below = Plans.flatMap(tablesOf);
  if (type !== 'ReadFromMergeTree') return below;
  const first = Indexes.at(0);
  const last = Indexes.at(-1);
  return [
    {
      table: Description?.split('.').at(-1) ?? '',
      keys: Indexes.find((one) => one.Type === 'PrimaryKey' && one.Condition !== 'true')?.Keys ?? [],
      parts: selected(last?.['Selected Parts'], first?.['Initial Parts']),
      granules: selected(last?.['Selected Granules'], first?.['Initial Granules']),
    },
    ...below,
  ];
}

function selected(few: number | undefined, total: number | undefined): Pruned['parts'] {
  return few === undefined || total === undefined ? null : { selected: few, total };
}

/** Parts that the engine could not load when it started, and moved to `detached/`. */
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart } from './damaged-part.ts';
import { noteRepaired, withoutRepaired } from './repaired-parts.ts';

const storedRange = z.object({
  table: z.string(),
  partition: z.string(),
  firstBlock: z.int(),
  lastBlock: z.int(),
});
type StoredRange = z.output<typeof storedRange>;

const setAside = storedRange.extend({ name: z.string(), changedAt: z.string() });

interface SetAside {
  /** Nothing replaces them. */
  lost: DamagedPart[];
  /** Merged parts that a power failure damaged; the engine loaded their source parts instead, so nothing is lost. */
  replaced: DamagedPart[];
}

/** Resolves with the parts that were set aside, are not replaced, and were not repaired since. */
export async function findSetAside(
  warehouse: Pick<Warehouse, 'read'>,
  tables?: readonly string[],
): Promise<DamagedPart[]> {
  return (await readSetAside(warehouse, tables)).lost;
}

/** Notes replaced parts as repaired: once their sources have been merged again, the engine keeps these for eight minutes only. */
export async function noteReplaced(warehouse: Warehouse, now: () => number): Promise<void> {
  const { replaced } = await readSetAside(warehouse);
  if (replaced.length > 0) await noteRepaired(warehouse, replaced, now);
}

async function readSetAside(warehouse: Pick<Warehouse, 'read'>, tables?: readonly string[]): Promise<SetAside> {
  const found = await readRows(warehouse, setAside, {
    sql: `SELECT table, name, toString(modification_time) AS changedAt, ifNull(partition_id, '') AS partition,
            ifNull(min_block_number, -1) AS firstBlock, ifNull(max_block_number, -1) AS lastBlock
          FROM system.detached_parts WHERE database = currentDatabase() AND reason LIKE 'broken%'
          ORDER BY table, name`,
  });
  const own = found.filter(({ table }) => (tables ? tables.includes(table) : kindOf(table) !== undefined));
  if (own.length === 0) return { lost: [], replaced: [] };
  // Inactive parts as well: the engine may have merged the sources again already.
  const loaded = await readRows(warehouse, storedRange, {
    sql: `SELECT table, partition_id AS partition, min_block_number AS firstBlock, max_block_number AS lastBlock
          FROM system.parts WHERE database = currentDatabase()`,
  });
  const unrepaired = (parts: readonly z.output<typeof setAside>[]) =>
    withoutRepaired(
      warehouse,
      parts.map(({ table, name, changedAt }) => ({
        table,
        part: name.replace(/^broken-on-start_/, ''),
        fault: 'set aside',
        rows: null,
        fingerprint: `${name} ${changedAt}`,
      })),
    );
  return {
    lost: await unrepaired(own.filter((part) => !isReplaced(part, loaded))),
    replaced: await unrepaired(own.filter((part) => isReplaced(part, loaded))),
  };
}

/** Returns true if loaded parts begin and end where `part` does. */
function isReplaced(part: StoredRange, loaded: readonly StoredRange[]): boolean {
  const within = loaded.filter(
    (one) =>
      one.table === part.table &&
      one.partition === part.partition &&
      one.firstBlock >= part.firstBlock &&
      one.lastBlock <= part.lastBlock,
  );
  return (
    within.some(({ firstBlock }) => firstBlock === part.firstBlock) &&
    within.some(({ lastBlock }) => lastBlock === part.lastBlock)
  );
}

/** Parts that the engine could not load when it started, and moved to `detached/`. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { covers } from '../driver/part-name.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart, FoundParts } from './damaged-part.ts';
import { noteRepaired, withoutRepaired } from './repaired-parts.ts';

const storedRange = z.object({
  table: z.string(),
  partition: z.string(),
  firstBlock: z.int(),
  lastBlock: z.int(),
  /** The directory of the part. */
  path: z.string(),
});
type StoredRange = z.output<typeof storedRange>;

const detachedPart = storedRange.extend({ name: z.string(), changedAt: z.string() });
const loadedPart = storedRange.extend({ isActive: z.int() });
type LoadedPart = z.output<typeof loadedPart>;

/**
 * Resolves with the detached parts that were not repaired since. Notes the replaced ones as repaired: the engine soon merges their sources
 * again, and then keeps these for eight minutes only.
 */
export async function findDetached(
  warehouse: Pick<Warehouse, 'read' | 'command' | 'insert'>,
  now: () => number,
  tables?: readonly string[],
): Promise<FoundParts> {
  const found = await readRows(warehouse, detachedPart, {
    sql: `SELECT table, name, toString(modification_time) AS changedAt, ifNull(partition_id, '') AS partition,
            ifNull(min_block_number, -1) AS firstBlock, ifNull(max_block_number, -1) AS lastBlock, path
          FROM system.detached_parts WHERE database = currentDatabase() AND reason LIKE 'broken%'
          ORDER BY table, name`,
  });
  const own = found.filter(({ table }) => (tables ? tables.includes(table) : kindOf(table) !== undefined));
  const ranges = new Map(own.map((part) => [toDamaged(part), part]));
  const unrepaired = await withoutRepaired(warehouse, [...ranges.keys()]);
  if (unrepaired.length === 0) return { damaged: [], replaced: [] };
  // Inactive parts as well: the engine may have merged the sources again already.
  const loaded = await readRows(warehouse, loadedPart, {
    sql: `SELECT table, partition_id AS partition, min_block_number AS firstBlock, max_block_number AS lastBlock,
            path, active AS isActive
          FROM system.parts WHERE database = currentDatabase()`,
  });
  const replaced = unrepaired.filter((part) => {
    const range = ranges.get(part);
    return range !== undefined && isReplaced(range, loaded);
  });
  // If it fails, the next call tries again: what is lost must be known even to a store that cannot be written.
  if (replaced.length > 0) await noteRepaired(warehouse, replaced, now).catch(() => {});
  return { damaged: unrepaired.filter((part) => !replaced.includes(part)), replaced };
}

function toDamaged({ table, name, changedAt }: z.output<typeof detachedPart>): DamagedPart {
  return {
    table,
    part: name.replace(/^broken-on-start_/, ''),
    fault: 'set aside',
    rows: null,
    fingerprint: `${name} ${changedAt}`,
  };
}

function isReplaced(part: StoredRange, loaded: readonly LoadedPart[]): boolean {
  const related = loaded.filter(({ table, partition }) => table === part.table && partition === part.partition);
  return hasSources(part, related) || isMerged(part, related);
}

/** Returns true if loaded parts begin and end where `part` does: it was merged from them, and a power failure damaged it before it was on disk. */
function hasSources(part: StoredRange, loaded: readonly StoredRange[]): boolean {
  const within = loaded.filter((one) => covers(part, one));
  return (
    within.some(({ firstBlock }) => firstBlock === part.firstBlock) &&
    within.some(({ lastBlock }) => lastBlock === part.lastBlock)
  );
}

/**
 * Returns true if `part` had been merged into one that was loaded: one that covers it, and is older than the move of `part`. A younger one may
 * have been merged from its neighbours alone. False if the files are on another machine, because only they have the times.
 */
function isMerged(part: StoredRange, loaded: readonly LoadedPart[]): boolean {
  const movedAtMs = statSync(part.path, { throwIfNoEntry: false })?.ctimeMs;
  if (movedAtMs === undefined) return false;
  return loaded.some((one) => {
    if (one.isActive === 0 || !covers(one, part)) return false;
    const writtenAtMs = statSync(join(one.path, 'checksums.txt'), { throwIfNoEntry: false })?.mtimeMs;
    return writtenAtMs !== undefined && writtenAtMs < movedAtMs;
  });
}

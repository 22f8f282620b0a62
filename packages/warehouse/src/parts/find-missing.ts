/** Parts that are in the deduplication log of an embedded table, but not in its directory. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart } from './damaged-part.ts';
import { listDirectory, readLogFiles, storedInserts } from '../driver/deduplication-log.ts';
import { type BlockRange, covers, parsePart } from '../driver/part-name.ts';
import { withoutRepaired } from './repaired-parts.ts';

const loggedTable = z.object({
  name: z.string(),
  path: z.string(),
  /** The number of inserts that the table remembers. */
  window: z.int(),
});

/** The names of directories in `detached/` start with the reason why they are there. */
const reasonPattern = /^[a-z-]+_/;

/**
 * Resolves with the parts of which nothing is left. A kill leaves none: the engine drops the record of a part before it removes the
 * part, and `repair.ts` has cut off the one record whose part was never finished.
 */
export async function findMissing(warehouse: Pick<Warehouse, 'read'>): Promise<DamagedPart[]> {
  const tables = await readRows(warehouse, loggedTable, {
    sql: `SELECT name, data_paths[1] AS path,
            toUInt32OrZero(extract(engine_full, 'non_replicated_deduplication_window = (\\\\d+)')) AS window
          FROM system.tables WHERE database = currentDatabase() AND window > 0`,
  });
  return withoutRepaired(warehouse, tables.filter(({ name }) => kindOf(name) !== undefined).flatMap(missingOf));
}

function missingOf({ name: table, path, window }: z.output<typeof loggedTable>): DamagedPart[] {
  // A part that was set aside is not missing; `findSetAside` reports it.
  const names = [
    ...listDirectory(path),
    ...listDirectory(join(path, 'detached')).map((entry) => entry.replace(reasonPattern, '').replace(/_try\d+$/, '')),
  ];
  const present = names.flatMap((name) => parsePart(name) ?? []);
  return storedInserts(readLogFiles(path), window).flatMap(({ part, blockId }) =>
    isPresent(part, present) ? [] : [{ table, part, fault: 'missing' as const, rows: null, fingerprint: blockId }],
  );
}

function isPresent(name: string, present: readonly BlockRange[]): boolean {
  const part = parsePart(name);
  return part !== undefined && present.some((one) => covers(one, part));
}

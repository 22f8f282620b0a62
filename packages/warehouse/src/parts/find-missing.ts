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
type LoggedTable = z.output<typeof loggedTable>;

/** The names of directories in `detached/` start with the reason why they are there. */
const reasonPattern = /^[a-z-]+_/;

/**
 * Resolves with the parts of which nothing is left. A kill leaves none: the engine drops the record of a part before it removes the
 * part, and `repair.ts` has cut off the one record whose part was never finished.
 */
export async function findMissing(warehouse: Pick<Warehouse, 'read'>): Promise<DamagedPart[]> {
  return withoutRepaired(warehouse, (await readLoggedTables(warehouse)).flatMap(missingOf));
}

/** Resolves with the inserts in detached parts. Once the files of such a part are deleted, `findMissing` would report them. */
export async function findInsertsOf(
  warehouse: Pick<Warehouse, 'read'>,
  detached: readonly DamagedPart[],
): Promise<DamagedPart[]> {
  return (await readLoggedTables(warehouse)).flatMap((logged) => {
    const own = detached.filter(({ table }) => table === logged.name).flatMap(({ part }) => rangeOf(part));
    return insertsInto(logged).filter(({ part }) => isPresent(part, own));
  });
}

function readLoggedTables(warehouse: Pick<Warehouse, 'read'>): Promise<LoggedTable[]> {
  const tables = readRows(warehouse, loggedTable, {
    sql: `SELECT name, data_paths[1] AS path,
            toUInt32OrZero(extract(engine_full, 'non_replicated_deduplication_window = (\\\\d+)')) AS window
          FROM system.tables WHERE database = currentDatabase() AND window > 0`,
  });
  return tables.then((found) => found.filter(({ name }) => kindOf(name) !== undefined));
}

function missingOf(logged: LoggedTable): DamagedPart[] {
  const { path } = logged;
  // A detached part is not missing; `findDetached` reports it.
  const names = [
    ...listDirectory(path),
    ...listDirectory(join(path, 'detached')).map((entry) => entry.replace(reasonPattern, '')),
  ];
  const present = names.flatMap(rangeOf);
  return insertsInto(logged).filter(({ part }) => !isPresent(part, present));
}

function insertsInto({ name: table, path, window }: LoggedTable): DamagedPart[] {
  return storedInserts(readLogFiles(path), window).map(({ part, blockId }) => ({
    table,
    part,
    fault: 'missing',
    rows: null,
    fingerprint: blockId,
  }));
}

/** The engine appends a number to the name of a directory that exists already. */
const rangeOf = (name: string) => parsePart(name.replace(/_try\d+$/, '')) ?? [];

function isPresent(name: string, present: readonly BlockRange[]): boolean {
  const part = parsePart(name);
  return part !== undefined && present.some((one) => covers(one, part));
}

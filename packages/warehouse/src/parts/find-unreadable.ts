/** Parts whose files do not match the checksums that were stored with them. */
import { AppError } from '@footfall/errors';
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart } from './damaged-part.ts';

const storedPart = z.object({ table: z.string(), name: z.string(), rows: z.int(), bytes: z.int() });
type StoredPart = z.output<typeof storedPart>;

const check = z.object({ is_passed: z.int() });

/** The most bytes that are read in total, and the largest part that is read. */
export interface CheckLimits {
  bytesMax: number;
  partBytesMax: number;
}

/**
 * Reads parts and compares their checksums: first those of tables that cannot be computed again, and of each table the
 * smallest first, which are the newest. Parts above a limit and those that the engine cannot read in time are skipped.
 */
export async function findUnreadable(
  warehouse: Pick<Warehouse, 'read'>,
  { bytesMax, partBytesMax }: CheckLimits,
  onProgress: (bytesDone: number, bytes: number) => void = () => {},
): Promise<DamagedPart[]> {
  const stored = await readRows(warehouse, storedPart, {
    sql: `SELECT table, name, rows, bytes_on_disk AS bytes FROM system.parts
          WHERE database = currentDatabase() AND active ORDER BY bytes, table, name`,
  });
  const own = stored.filter(({ table, bytes }) => kindOf(table) !== undefined && bytes <= partBytesMax);
  const isDerived = ({ table }: StoredPart) => kindOf(table) === 'derived';
  const ordered = [...own.filter((part) => !isDerived(part)), ...own.filter(isDerived)];
  const total = Math.min(
    bytesMax,
    ordered.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const damaged: DamagedPart[] = [];
  let done = 0;
  for (const part of ordered) {
    if (done + part.bytes > bytesMax) break;
    if (!(await isWhole(warehouse, part))) {
      const { table, name, rows } = part;
      damaged.push({ table, part: name, fault: 'unreadable', rows, fingerprint: '' });
    }
    onProgress((done += part.bytes), total);
  }
  return damaged;
}

/** Returns true if the part could be read, has been merged into another meanwhile, or could not be read in time. */
async function isWhole(warehouse: Pick<Warehouse, 'read'>, { table, name }: StoredPart): Promise<boolean> {
  try {
    const checks = await readRows(warehouse, check, {
      sql: `CHECK TABLE ${table} PART '${name}' SETTINGS check_query_single_value_result = 0`,
    });
    return checks.every(({ is_passed }) => is_passed === 1);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return true;
    const gone = await warehouse.read({
      sql: `SELECT 1 FROM system.parts WHERE database = currentDatabase() AND active AND table = {table:String} AND name = {name:String}`,
      params: { table, name },
    });
    return gone.length === 0;
  }
}

/** Parts whose files do not match the checksums that were stored with them. */
import { AppError } from '@footfall/errors';
import { z } from 'zod';
import { engineCode } from '../driver/engine-errors.ts';
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
  /** True if parts that exceed the time or the memory of one read are skipped; if false, the check rejects. */
  skipsExpensiveParts: boolean;
}

/** The engine's codes for the limits of time and memory. */
const limitCodes: ReadonlySet<number> = new Set([159, 241]);

/**
 * Reads parts and compares their checksums: first those of tables that cannot be computed again, and of each table the
 * smallest first, which are the newest. Parts above a limit are skipped.
 */
export async function findUnreadable(
  warehouse: Pick<Warehouse, 'read'>,
  { bytesMax, partBytesMax, skipsExpensiveParts }: CheckLimits,
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
    if (!(await isWhole(warehouse, part, skipsExpensiveParts))) {
      const { table, name, rows } = part;
      damaged.push({ table, part: name, fault: 'unreadable', rows, fingerprint: '' });
    }
    onProgress((done += part.bytes), total);
  }
  return damaged;
}

/** Returns true if the part could be read, has been merged into another meanwhile, or is skipped. Rejects with UNAVAILABLE if the store could not read it. */
async function isWhole(
  warehouse: Pick<Warehouse, 'read'>,
  { table, name }: StoredPart,
  skipsExpensive: boolean,
): Promise<boolean> {
  try {
    const checks = await readRows(warehouse, check, {
      sql: `CHECK TABLE ${table} PART '${name}' SETTINGS check_query_single_value_result = 0`,
    });
    return checks.every(({ is_passed }) => is_passed === 1);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') {
      if (skipsExpensive && limitCodes.has(engineCode(error.cause))) return true;
      throw error;
    }
    const gone = await warehouse.read({
      sql: `SELECT 1 FROM system.parts WHERE database = currentDatabase() AND active AND table = {table:String} AND name = {name:String}`,
      params: { table, name },
    });
    return gone.length === 0;
  }
}

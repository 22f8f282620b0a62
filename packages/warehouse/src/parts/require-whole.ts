/** Refuses a store with damaged parts: their rows would be missing from every answer, and nobody would notice. */
import { StartError, unavailable } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { type DamagedPart, faults } from './damaged-part.ts';
import { findMissing } from './find-missing.ts';
import { findSetAside } from './find-set-aside.ts';
import { type CheckLimits, findUnreadable } from './find-unreadable.ts';

/** The most that is read at every start of the embedded engine: it takes about five seconds, and one part less than a second. */
export const startCheckLimits: CheckLimits = { bytesMax: 1 << 30, partBytesMax: 128 << 20, skipsExpensiveParts: true };
export const fullCheckLimits: CheckLimits = { bytesMax: Infinity, partBytesMax: Infinity, skipsExpensiveParts: false };

interface FindOptions {
  /** True if the files of the store are on this machine. */
  isEmbedded: boolean;
  /** If undefined, checksums are not compared. */
  limits: CheckLimits | undefined;
  onProgress?: ((bytesDone: number, bytes: number) => void) | undefined;
}

/** Resolves with all damaged parts of a store that have not been repaired. */
export async function findDamaged(
  warehouse: Pick<Warehouse, 'read'>,
  { isEmbedded, limits, onProgress }: FindOptions,
): Promise<DamagedPart[]> {
  return [
    ...(await findSetAside(warehouse)),
    ...(isEmbedded ? await findMissing(warehouse) : []),
    ...(limits ? await findUnreadable(warehouse, limits, onProgress) : []),
  ];
}

/** Throws a StartError that names the first damaged part and the command to run. */
export function refuseDamaged([first, ...others]: readonly DamagedPart[]): void {
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new StartError(
    `Table ${first.table}: part ${first.part} is damaged${more}: ${faults[first.fault]}. Run footfall repair, which restores what the log still contains and reports what is lost`,
  );
}

/** Rejects with UNAVAILABLE while parts of `tables`, by default of every table, are set aside. Resolves if the store does not respond, which `ping` reports. */
export async function requireLoadedParts(
  warehouse: Pick<Warehouse, 'read'>,
  tables?: readonly string[],
): Promise<void> {
  const [first] = await findSetAside(warehouse, tables).catch(() => []);
  if (first) throw unavailable(`Table ${first.table}: part ${first.part} is damaged`);
}

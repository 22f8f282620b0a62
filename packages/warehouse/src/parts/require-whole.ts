/** Refuses a store with damaged parts: their rows would silently be missing from every result. */
import { StartError, unavailable } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { type DamagedPart, faults, type FoundParts } from './damaged-part.ts';
import { findMissing } from './find-missing.ts';
import { findDetached } from './find-detached.ts';
import { type CheckLimits, findUnreadable } from './find-unreadable.ts';

/** The most that is read at every start of the embedded engine: it takes about five seconds, and one part less than a second. */
export const startCheckLimits: CheckLimits = { bytesMax: 1 << 30, partBytesMax: 128 << 20, skipsExpensiveParts: true };
export const fullCheckLimits: CheckLimits = { bytesMax: Infinity, partBytesMax: Infinity, skipsExpensiveParts: false };

interface FindOptions {
  /** The limits of the comparison of checksums; undefined if they are not compared. */
  limits: CheckLimits | undefined;
  now: () => number;
  onProgress?: ((bytesDone: number, bytes: number) => void) | undefined;
}

/** Resolves with all damaged parts of a store that have not been repaired. Those that are replaced are found only once. */
export async function findDamaged(
  warehouse: Pick<Warehouse, 'read' | 'longReads' | 'command' | 'insert' | 'isShared'>,
  { limits, now, onProgress }: FindOptions,
): Promise<FoundParts> {
  const { damaged, replaced } = await findDetached(warehouse, now);
  const reader = limits?.skipsExpensiveParts ? warehouse : warehouse.longReads;
  return {
    damaged: [
      ...damaged,
      ...(warehouse.isShared ? [] : await findMissing(warehouse)),
      ...(limits ? await findUnreadable(reader, limits, onProgress) : []),
    ],
    replaced,
  };
}

/** Rejects with a StartError that names the first damaged part and the command to run. Checksums are not compared on a server. */
export async function requireWhole(
  warehouse: Pick<Warehouse, 'read' | 'longReads' | 'command' | 'insert' | 'isShared'>,
  now: () => number,
): Promise<void> {
  const limits = warehouse.isShared ? undefined : startCheckLimits;
  const { damaged } = await findDamaged(warehouse, { limits, now });
  const refusal = refusalOf(damaged);
  if (refusal !== undefined) throw new StartError(refusal);
}

/** Rejects with UNAVAILABLE while parts of `tables`, by default of every table, are detached. Resolves if the store does not respond, which `ping` reports. */
export async function requireLoadedParts(
  warehouse: Pick<Warehouse, 'read' | 'command' | 'insert'>,
  now: () => number,
  tables?: readonly string[],
): Promise<void> {
  const found = await findDetached(warehouse, now, tables).catch(() => undefined);
  const refusal = refusalOf(found?.damaged ?? []);
  if (refusal !== undefined) throw unavailable(refusal);
}

function refusalOf([first, ...others]: readonly DamagedPart[]): string | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `Table ${first.table}: part ${first.part} is damaged${more}: ${faults[first.fault]}. Run footfall repair, which restores what the log still contains and reports what is lost`;
}

/** `footfall repair`: removes damaged parts from the warehouse, and restores from the log the events that it still has. */
import { busSettingsSchema } from '@footfall/bus';
import { reconcile, type Report } from '@footfall/consumer/reconcile';
import {
  annotationTables,
  type DamagedPart,
  goalTables,
  keyTables,
  peopleTables,
  repairWarehouse,
  requestRebuild,
  warehouseSettingsSchema,
} from '@footfall/warehouse';
import type { z } from 'zod';
import { openOwn, requireData, withPorts } from './own-parts.ts';
import { startRounds } from '../terminal/rounds.ts';

export const repairSettings = busSettingsSchema.extend(warehouseSettingsSchema.shape);
type Settings = z.output<typeof repairSettings>;

export interface RepairReport {
  isDryRun: boolean;
  damaged: DamagedPart[];
  /** The comparison of the events with the log after the repair; null if nothing was repaired. */
  events: Report | null;
}

/** Rejects with a CommandError if a Footfall runs on the same embedded store, or there is none. */
export async function runRepair(
  settings: Settings,
  { isDryRun, isQuiet }: { isDryRun: boolean; isQuiet: boolean },
): Promise<RepairReport> {
  requireData(settings, { bus: settings.KAFKA_BROKERS, clickhouse: settings.CLICKHOUSE_URL });
  const damaged = await findAndTakeOut(settings, isDryRun, isQuiet);
  if (isDryRun) return { isDryRun, damaged, events: null };
  const events = await withPorts(settings, async ({ bus, warehouse }) => {
    // The rollups still count the lost events.
    if (damaged.some(isOfEvents)) await requestRebuild(warehouse, Date.now);
    return reconcile({ bus, warehouse, repairs: true });
  });
  return { isDryRun, damaged, events };
}

async function findAndTakeOut(settings: Settings, isDryRun: boolean, isQuiet: boolean): Promise<DamagedPart[]> {
  const progress = startRounds('bytes', isQuiet);
  const { onProgress } = progress;
  try {
    return await openOwn(settings, () => repairWarehouse(settings, { isDryRun, onProgress }));
  } finally {
    progress.stop();
  }
}

/** True if nothing was damaged, or all of it could be restored. */
export function isWhole({ isDryRun, damaged, events }: RepairReport): boolean {
  if (damaged.length === 0) return true;
  return !isDryRun && !damaged.some(isLost) && !(damaged.some(isOfEvents) && hasGaps(events));
}

export const isOfEvents = ({ table }: DamagedPart) => table === 'events';
export const isOfKeys = ({ table }: DamagedPart) => keyTables.some((name) => name === table);
export const isOfPeople = ({ table }: DamagedPart) => peopleTables.some((name) => name === table);
export const isOfGoals = ({ table }: DamagedPart) => goalTables.some((name) => name === table);
export const isOfAnnotations = ({ table }: DamagedPart) => annotationTables.some((name) => name === table);
/** True for parts that nothing can restore. */
const isLost = (part: DamagedPart) => [isOfKeys, isOfPeople, isOfGoals, isOfAnnotations].some((isOf) => isOf(part));
const hasGaps = (events: Report | null) => events?.partitions.some(({ uncompared }) => uncompared > 0) ?? false;

/** `footfall verify`: proves that the rollups hold what the events say. */
import { verify, type VerifyReport, warehouseSettingsSchema, type WarehouseSettings } from '@footfall/warehouse';
import { CommandError } from '../terminal/command-error.ts';
import { withWarehouse } from './own-parts.ts';
import { type Progress, startProgress } from '../terminal/progress.ts';

export const verifySettings = warehouseSettingsSchema;

const dayMs = 86_400_000;

interface Options {
  /** Starts of days, epoch milliseconds, both of them inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  workspace?: string | undefined;
  isQuiet: boolean;
}

/** Rejects with a CommandError when there is nothing to compare: no store, or no run of the worker yet. */
export async function runVerify(
  settings: WarehouseSettings,
  { from, to, workspace, isQuiet }: Options,
): Promise<VerifyReport> {
  if (from !== undefined && to !== undefined && from > to) throw new CommandError('--from takes a day before --to');
  let bar: Progress | undefined;
  const report = await withWarehouse(settings, (warehouse) =>
    verify({
      warehouse,
      fromMs: from,
      toMs: to === undefined ? undefined : to + dayMs,
      workspaceId: workspace,
      onProgress: (done, total) => {
        bar ??= startProgress(total, 'events', isQuiet);
        bar.update(done);
      },
    }).finally(() => bar?.stop()),
  );
  if (report) return report;
  throw new CommandError('the rollups have never been made: start Footfall, whose consumer makes them, and look again');
}

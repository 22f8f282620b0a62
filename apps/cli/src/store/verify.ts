/** `footfall verify`: compares what the rollups answer with what the events say. */
import {
  sourceSettingsSchema,
  verify,
  type VerifyReport,
  warehouseSettingsSchema,
  type WarehouseSettings,
} from '@footfall/warehouse';
import { CommandError } from '../terminal/command-error.ts';
import { withWarehouse } from './own-parts.ts';
import { type Progress, startProgress } from '../terminal/progress.ts';

export const verifySettings = warehouseSettingsSchema.extend(sourceSettingsSchema.shape);

const dayMs = 86_400_000;

interface Options {
  /** Starts of days, epoch milliseconds, both of them inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  workspace?: string | undefined;
  seed?: number | undefined;
  isQuiet: boolean;
}

/** Rejects with a CommandError when there is nothing to compare: no store, or no run of the worker yet. */
export async function runVerify(
  settings: WarehouseSettings & { EVENTS_READ_MAX: number },
  { from, to, workspace, seed, isQuiet }: Options,
): Promise<VerifyReport> {
  if (from !== undefined && to !== undefined && from > to) throw new CommandError('--from takes a day before --to');
  let bar: Progress | undefined;
  const report = await withWarehouse(settings, (warehouse) =>
    verify({
      warehouse,
      fromMs: from,
      toMs: to === undefined ? undefined : to + dayMs,
      workspaceId: workspace,
      seed,
      eventsReadMax: settings.EVENTS_READ_MAX,
      onProgress: (done, total) => {
        bar ??= startProgress(total, 'ranges', isQuiet);
        bar.update(done);
      },
    }).finally(() => bar?.stop()),
  );
  if (report) return report;
  throw new CommandError(
    `there are no rollups: the consumer makes them once more than EVENTS_READ_MAX (${settings.EVENTS_READ_MAX}) events are stored`,
  );
}

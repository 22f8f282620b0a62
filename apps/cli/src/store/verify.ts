/** `footfall verify`: compares the figures of the rollups with those of the events. */
import {
  sourceSettingsSchema,
  verify,
  type VerifyReport,
  warehouseSettingsSchema,
  type WarehouseSettings,
} from '@footfall/warehouse';
import { z } from 'zod';
import { runLocalJob } from '../clients/local-work.ts';
import { CommandError } from '../terminal/command-error.ts';
import { startRounds } from '../terminal/rounds.ts';
import { findHolder } from './holder.ts';
import { withWarehouse } from './own-parts.ts';

export const verifySettings = warehouseSettingsSchema.extend(sourceSettingsSchema.shape);

const dayMs = 86_400_000;

const reportSchema = z.custom<VerifyReport>((value) => Array.isArray(Object(value).compared)).nullable();

interface Options {
  /** Starts of days in epoch milliseconds, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  workspace?: string | undefined;
  seed?: number | undefined;
  isQuiet: boolean;
}

/** Rejects with a CommandError if there is nothing to compare: no store, or no rollup batch yet. */
export async function runVerify(
  settings: WarehouseSettings & { EVENTS_READ_MAX: number },
  { from, to, workspace, seed, isQuiet }: Options,
): Promise<VerifyReport> {
  if (from !== undefined && to !== undefined && from > to) {
    throw new CommandError(`--from must not be after --to, got ${dayOf(from)} and ${dayOf(to)}`);
  }
  const input = { fromMs: from, toMs: to === undefined ? undefined : to + dayMs, workspaceId: workspace, seed };
  const progress = startRounds('ranges', isQuiet);
  const { onProgress } = progress;
  try {
    const socket = await findHolder(settings, { clickhouse: settings.CLICKHOUSE_URL });
    const report = socket
      ? await runLocalJob(socket, { name: 'verify', input, report: reportSchema, onProgress })
      : await withWarehouse(settings, (warehouse) =>
          verify({ ...input, warehouse, eventsReadMax: settings.EVENTS_READ_MAX, onProgress }),
        );
    if (report) return report;
  } finally {
    progress.stop();
  }
  throw new CommandError(
    `there are no rollups: the consumer creates them once more than EVENTS_READ_MAX (${settings.EVENTS_READ_MAX}) events are stored`,
  );
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, '2026-03-01'.length);
}

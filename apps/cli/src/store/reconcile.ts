/** `footfall reconcile`: proves, and with `--repair` restores, that each published event is stored once. */
import { busSettingsSchema } from '@footfall/bus';
import { reconcile, type Report } from '@footfall/consumer/reconcile';
import { warehouseSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';
import { runLocalJob } from '../clients/local-work.ts';
import { startRounds } from '../terminal/rounds.ts';
import { findHolder } from './holder.ts';
import { withPorts } from './own-parts.ts';

export const reconcileSettings = busSettingsSchema.extend(warehouseSettingsSchema.shape);
type Settings = z.output<typeof reconcileSettings>;

const reportSchema = z.custom<Report>((value) => Array.isArray(Object(value).partitions));

/** Compares the log and the store of the settings, in the running Footfall if it has them open. Rejects with a CommandError if there is nothing to compare. */
export async function runReconcile(
  settings: Settings,
  { repairs, isQuiet }: { repairs: boolean; isQuiet: boolean },
): Promise<Report> {
  const progress = startRounds('offsets and rows', isQuiet);
  const { onProgress } = progress;
  try {
    const socket = await findHolder(settings, { bus: settings.KAFKA_BROKERS, clickhouse: settings.CLICKHOUSE_URL });
    if (socket) {
      return await runLocalJob(socket, { name: 'reconcile', input: { repairs }, report: reportSchema, onProgress });
    }
    return await withPorts(settings, (ports) => reconcile({ ...ports, repairs, onProgress }));
  } finally {
    progress.stop();
  }
}

/** `footfall reconcile`: proves, and with `--repair` restores, that each published event is stored once. */
import { busSettingsSchema } from '@footfall/bus';
import { reconcile, type Report } from '@footfall/consumer/reconcile';
import { warehouseSettingsSchema } from '@footfall/warehouse';
import type { z } from 'zod';
import { withPorts } from './own-parts.ts';
import { type Progress, startProgress } from '../terminal/progress.ts';

export const reconcileSettings = busSettingsSchema.extend(warehouseSettingsSchema.shape);
type Settings = z.output<typeof reconcileSettings>;

/** Opens what the settings name, and compares. Rejects with a CommandError when a Footfall runs on the same embedded parts, or none ever did. */
export async function runReconcile(
  settings: Settings,
  options: { repairs: boolean; isQuiet: boolean },
): Promise<Report> {
  const bar = new Bar(options.isQuiet);
  const onProgress = (done: number, total: number) => bar.show(done, total);
  try {
    return await withPorts(settings, (ports) => reconcile({ ...ports, repairs: options.repairs, onProgress }));
  } finally {
    bar.stop();
  }
}

/** A bar for each round of work, whose size is known once it has begun. */
class Bar {
  readonly #isQuiet: boolean;
  #bar: Progress | undefined;
  #done = 0;

  constructor(isQuiet: boolean) {
    this.#isQuiet = isQuiet;
  }

  show(done: number, total: number): void {
    if (done < this.#done) this.stop();
    this.#bar ??= startProgress(total, 'offsets and rows', this.#isQuiet);
    this.#bar.update(done);
    this.#done = done;
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }
}

/** Logs when a computation of all rollups begins and when it is complete: meanwhile, queries on large workspaces take longer. */
import type { Logger } from '@footfall/process';
import type { Batch } from '@footfall/warehouse';

export class RollupLog {
  readonly #logger: Pick<Logger, 'info'>;
  readonly #now: () => number;
  /** The computation in progress: the offsets below which its rollups had all events when it was logged. */
  #running: { reset: number; sinceMs: number; offsets: number } | undefined;

  /** `now`: epoch milliseconds. */
  constructor(logger: Pick<Logger, 'info'>, now: () => number) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Must be called after each batch. */
  applied({ reset, atMs, ranges, behind, isComplete }: Batch): void {
    const end = ranges.reduce((sum, range) => sum + range.end, 0);
    if (!isComplete && this.#running?.reset !== reset) {
      const offsets = ranges.reduce((sum, range) => sum + range.start, 0);
      this.#running = { reset, sinceMs: atMs, offsets };
      const events = end + behind - offsets;
      this.#logger.info({ events }, 'Computing the rollups: until they are complete, results are read from the events');
    }
    if (this.#running === undefined || (behind > 0 && !isComplete)) return;
    const { offsets, sinceMs } = this.#running;
    this.#running = undefined;
    const seconds = (this.#now() - sinceMs) / 1000;
    this.#logger.info({ events: end - offsets, seconds }, 'The rollups are complete');
  }
}

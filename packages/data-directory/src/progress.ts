/** Follows a long check: reports its progress, and ends it if it no longer advances. */
import type { DirectoryLogger } from './logger.ts';

export const progressLimits = {
  /** The time without progress after which a check counts as stalled. The whole check has no deadline, for large files on slow disks. */
  stalledMs: 120_000,
  /** The interval at which the progress is logged. */
  reportMs: 5_000,
};
export type ProgressLimits = typeof progressLimits;

export class Progress {
  readonly #what: string;
  readonly #logger: DirectoryLogger | undefined;
  readonly #stalling = new AbortController();
  readonly #stallTimer: NodeJS.Timeout;
  readonly #reportTimer: NodeJS.Timeout;
  #bytes = { checked: 0, total: 0 };
  #isReported = false;

  /** `what` is the name of the check in the log. Call `end` when it is over. */
  constructor(what: string, logger: DirectoryLogger | undefined, limits: ProgressLimits) {
    this.#what = what;
    this.#logger = logger;
    this.#stallTimer = setTimeout(() => this.#stalling.abort(), limits.stalledMs);
    this.#reportTimer = setInterval(() => this.#report(), limits.reportMs);
  }

  /** Aborts when the check has stalled. */
  get stalled(): AbortSignal {
    return this.#stalling.signal;
  }

  /** Notes that `checked` of `total` bytes have been read. */
  advance(checked: number, total: number): void {
    if (checked > this.#bytes.checked) this.#stallTimer.refresh();
    this.#bytes = { checked, total };
  }

  get checkedBytes(): number {
    return this.#bytes.checked;
  }

  end(): void {
    clearTimeout(this.#stallTimer);
    clearInterval(this.#reportTimer);
    if (this.#isReported) this.#logger?.info(`Checked ${mebibytes(this.#bytes.checked)} MiB of ${this.#what}`);
  }

  #report(): void {
    this.#isReported = true;
    const { checked, total } = this.#bytes;
    this.#logger?.info(`Checking ${this.#what}: ${mebibytes(checked)} of ${mebibytes(total)} MiB`);
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

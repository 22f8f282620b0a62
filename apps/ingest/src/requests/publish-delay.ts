/** Detects that the event log takes too long to store events, for example because Kafka hangs. Logs a line at the beginning, one a minute meanwhile, and one at the end. */
import type { Logger } from '@footfall/process';

/** The minimum time between two lines about one delay. */
const logIntervalMs = 60_000;

export class PublishDelay {
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  readonly #tookMsMax: number;
  readonly #now: () => number;
  /** Undefined while events are stored in time. */
  #running: { sinceMs: number; loggedAtMs: number } | undefined;

  /** `tookMsMax`: the deadline for storing events. `now`: milliseconds, of a clock that does not jump. */
  constructor(logger: Pick<Logger, 'error' | 'info'>, tookMsMax: number, now: () => number) {
    this.#logger = logger;
    this.#tookMsMax = tookMsMax;
    this.#now = now;
  }

  /** Returns true if events whose publishing began at `begunAtMs` should be stored by now, and notes the delay; the request must then be refused. */
  noteIfExceeded(begunAtMs: number): boolean {
    const nowMs = this.#now();
    if (nowMs - begunAtMs < this.#tookMsMax) return false;
    const running = (this.#running ??= { sinceMs: begunAtMs, loggedAtMs: -Infinity });
    if (nowMs - running.loggedAtMs >= logIntervalMs) {
      running.loggedAtMs = nowMs;
      this.#logger.error(
        `The event log takes too long to store events, ${seconds(running.sinceMs, nowMs)} so far: they are refused with 503. Check Kafka, or with one process the disk of DATA_DIR`,
      );
    }
    return true;
  }

  /** Notes that events have been stored whose publishing began at `begunAtMs`. */
  stored(begunAtMs: number): void {
    const nowMs = this.#now();
    if (this.#running === undefined || nowMs - begunAtMs >= this.#tookMsMax) return;
    this.#logger.info(`The event log stores events in time again, after ${seconds(this.#running.sinceMs, nowMs)}`);
    this.#running = undefined;
  }
}

function seconds(fromMs: number, toMs: number): string {
  return `${Math.round((toMs - fromMs) / 1000)} s`;
}

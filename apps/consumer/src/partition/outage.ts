/** Logs outages, during which steps fail and are retried: a line when one begins, one a minute while it lasts, and one when it is over. */
import type { Logger } from '@footfall/process';

/** The minimum time between two lines about one outage. */
const logIntervalMs = 60_000;

/** One run of a step, which is retried until it succeeds. */
export interface Step {
  readonly partition: number;
  readonly step: string;
}

/** The outage of all partitions of a process, whose steps fail together if a server is down. */
export class Outage {
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  readonly #now: () => number;
  readonly #failing = new Set<Step>();
  /** Undefined if every step succeeds. */
  #running: { sinceMs: number; loggedAtMs: number } | undefined;

  /** `now` is epoch milliseconds. */
  constructor(logger: Pick<Logger, 'info' | 'warn'>, now: () => number) {
    this.#logger = logger;
    this.#now = now;
  }

  failed(step: Step, error: unknown): void {
    this.#failing.add(step);
    const now = this.#now();
    if (this.#running === undefined) {
      this.#running = { sinceMs: now, loggedAtMs: now };
      this.#logger.warn({ ...step, err: error }, 'A step failed, retrying until it succeeds');
    } else if (now - this.#running.loggedAtMs >= logIntervalMs) {
      this.#running.loggedAtMs = now;
      this.#logger.warn({ ...step, err: error }, `A step still fails after ${this.#lasted(now)}, retrying`);
    }
  }

  /** Ends the outage if no other step fails. */
  succeeded(step: Step): void {
    this.#failing.delete(step);
    if (this.#running === undefined || this.#failing.size > 0) return;
    this.#logger.info(`All steps succeed again, after ${this.#lasted(this.#now())}`);
    this.#running = undefined;
  }

  /** Forgets a step that is no longer retried, for example because its partition was revoked. Only the success of another step ends the outage. */
  abandoned(step: Step): void {
    this.#failing.delete(step);
  }

  #lasted(now: number): string {
    return `${Math.max(0, Math.round((now - (this.#running?.sinceMs ?? now)) / 1000))} s`;
  }
}

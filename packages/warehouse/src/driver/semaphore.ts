/** A concurrency limit: a number of calls run at the same time, a bounded number wait, and their owners take turns. */
import { unavailable } from '@footfall/errors';

export interface SemaphoreLimits {
  /** The most calls that run at the same time. */
  atOnceMax: number;
  /** The most calls that wait; the next one is refused. */
  waitingMax: number;
  /** The longest time that a call waits for its turn. */
  waitMsMax: number;
  /** The time after which a call is rejected although its work has not ended. */
  runMsMax: number;
}

export class Semaphore {
  readonly #limits: SemaphoreLimits;
  /** Functions that start the waiting calls, by owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #running = 0;
  #isClosed = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when its turn comes. Waiting owners take turns, so that no owner waits behind all the work of another;
   * the work of one owner starts in order. It counts as running until it has ended, even if the call was rejected
   * before. Rejects with UNAVAILABLE above a limit; `waitMsMax` replaces that of the semaphore.
   */
  run<Result>(work: () => Promise<Result>, owner = '', waitMsMax = this.#limits.waitMsMax): Promise<Result> {
    if (this.#isClosed) return Promise.reject(unavailable('The store is closing'));
    if (this.#waitingCount >= this.#limits.waitingMax)
      return Promise.reject(unavailable('Too many requests are waiting for the store'));
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(patience);
        const deadline = setTimeout(() => reject(unavailable('The store took too long')), this.#limits.runMsMax);
        this.#running += 1;
        const end = () => {
          clearTimeout(deadline);
          this.#running -= 1;
          this.#next();
        };
        // Work that throws must end as well.
        const working = (async () => work())();
        void working.then(resolve, reject).finally(end);
      };
      const patience = setTimeout(() => {
        this.#leave(owner, start);
        reject(unavailable('The store is busy'));
      }, waitMsMax);
      this.#enter(owner, start);
      this.#next();
    });
  }

  /** Refuses further calls; resolves once all earlier ones have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #enter(owner: string, start: () => void): void {
    const queue = this.#waiting.get(owner);
    if (queue) queue.push(start);
    else this.#waiting.set(owner, [start]);
    this.#waitingCount += 1;
  }

  #leave(owner: string, start: () => void): void {
    const queue = this.#waiting.get(owner) ?? [];
    queue.splice(queue.indexOf(start), 1);
    if (queue.length === 0) this.#waiting.delete(owner);
    this.#waitingCount -= 1;
  }

  #next(): void {
    if (this.#running < this.#limits.atOnceMax) this.#takeTurn()?.();
    if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** Returns the first call of the owner whose turn it is; that owner moves to the end of the queue. */
  #takeTurn(): (() => void) | undefined {
    for (const [owner, [first, ...others]] of this.#waiting) {
      this.#waiting.delete(owner);
      if (others.length > 0) this.#waiting.set(owner, others);
      this.#waitingCount -= 1;
      return first;
    }
    return undefined;
  }
}

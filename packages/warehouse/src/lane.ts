/** Takes turns on what does only so much at once: a bounded queue, and a deadline for each turn. */
import { AppError } from '@footfall/errors';

export interface LaneLimits {
  /** Turns at the same time; one unless told. */
  atOnceMax?: number;
  /** How many may wait; the next one is turned away. */
  waitingMax: number;
  /** How long one may wait for its turn. */
  waitMsMax: number;
  /** After which a caller is answered although its turn has not ended. */
  turnMsMax: number;
}

interface Waiting {
  start(): void;
}

const retryAfterSeconds = 2;

export class Lane {
  readonly #limits: LaneLimits;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #isClosed = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when its turn comes. Its turn lasts until `work` has ended, even when its caller was answered before. Rejects with UNAVAILABLE over a limit. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(unavailable('The store is closing'));
    if (this.#waiting.length >= this.#limits.waitingMax)
      return Promise.reject(unavailable('Too many requests wait for the store'));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(patience);
          const deadline = setTimeout(() => reject(unavailable('The store took too long')), this.#limits.turnMsMax);
          this.#running += 1;
          void this.#settle(work, resolve, reject).finally(() => {
            clearTimeout(deadline);
            this.#running -= 1;
            this.#next();
          });
        },
      };
      const patience = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(unavailable('The store is busy'));
      }, this.#limits.waitMsMax);
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Takes nothing more; resolves once all that was taken has ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  async #settle<Result>(
    work: () => Promise<Result>,
    resolve: (result: Result) => void,
    reject: (reason: unknown) => void,
  ): Promise<void> {
    try {
      resolve(await work());
    } catch (error) {
      reject(error);
    }
  }

  #next(): void {
    if (this.#running < (this.#limits.atOnceMax ?? 1)) this.#waiting.shift()?.start();
    if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

function unavailable(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds });
}

/** Takes turns on a connection that does one thing at a time: a bounded queue, and a deadline for each turn. */
import { AppError } from '@footfall/errors';

export interface LaneLimits {
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
  #isBusy = false;
  #isClosed = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when its turn comes. The next turn begins when `work` has ended, even when its caller was answered before. Rejects with UNAVAILABLE over a limit. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(unavailable('The store is closing'));
    if (this.#waiting.length >= this.#limits.waitingMax)
      return Promise.reject(unavailable('Too many requests wait for the store'));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(patience);
          const deadline = setTimeout(() => reject(unavailable('The store took too long')), this.#limits.turnMsMax);
          void this.#settle(work, resolve, reject).finally(() => {
            clearTimeout(deadline);
            this.#next();
          });
        },
      };
      const patience = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(unavailable('The store is busy'));
      }, this.#limits.waitMsMax);
      this.#waiting.push(waiting);
      if (!this.#isBusy) this.#next();
    });
  }

  /** Takes nothing more; resolves once all that was taken has ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#isBusy) return Promise.resolve();
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
    const next = this.#waiting.shift();
    this.#isBusy = next !== undefined;
    if (next) next.start();
    else for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

function unavailable(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds });
}

/** A bound on how many results are computed at once, so that slow ones cannot take all the process has. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 1;

export class Slots {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Runs `work` in a slot, which is free again when `work` has ended, whether or not its client still waits: the engine is busy until then. Rejects with UNAVAILABLE when none is free. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.#max) {
      throw new AppError('UNAVAILABLE', 'Too many queries are running; try again shortly', { retryAfterSeconds });
    }
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}

/** A bound on how many results are computed at once, so that slow ones cannot take all the process has. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 1;

export class Slots {
  readonly #max: number;
  readonly #onChange: (taken: number) => void;
  #taken = 0;

  /** `onChange` is told how many are taken. */
  constructor(max: number, onChange: (taken: number) => void) {
    this.#max = max;
    this.#onChange = onChange;
  }

  /** Runs `work` in a slot, which is free again when `work` has ended, whether or not its client still waits: the engine is busy until then. Rejects with UNAVAILABLE when none is free. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.#max) {
      throw new AppError('UNAVAILABLE', 'Too many queries are running; try again shortly', { retryAfterSeconds });
    }
    this.#change(1);
    try {
      return await work();
    } finally {
      this.#change(-1);
    }
  }

  #change(by: 1 | -1): void {
    this.#taken += by;
    this.#onChange(this.#taken);
  }
}

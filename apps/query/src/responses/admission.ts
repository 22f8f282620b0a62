/** Admission control of computations. */
import { unavailable } from '@footfall/errors';
import { SharedLimit } from './shared-limit.ts';

export class Admission {
  readonly #computations: SharedLimit;
  readonly #onChange: (admitted: number) => void;

  /** Limits the computations that run or wait for the store to `max`; `onChange` receives their number. */
  constructor(max: number, onChange: (admitted: number) => void) {
    this.#computations = new SharedLimit(max);
    this.#onChange = onChange;
  }

  /** Runs `work`. It counts until it has ended, even if its client has disconnected, because the engine is busy until then. Rejects with UNAVAILABLE over a limit. */
  async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#computations.take(workspaceId, 1)) {
      throw unavailable('Too many queries are running; try again shortly');
    }
    this.#onChange(this.#computations.used);
    try {
      return await work();
    } finally {
      this.#computations.release(workspaceId, 1);
      this.#onChange(this.#computations.used);
    }
  }
}

/** Admission control of computations: a limit for all, and a share of it for each workspace. */
import { unavailable } from '@footfall/errors';

/** The part of the limit that one workspace may use, so that it does not cause refusals for others. */
const workspaceShare = 1 / 4;

export class Admission {
  readonly #max: number;
  readonly #workspaceMax: number;
  readonly #onChange: (admitted: number) => void;
  readonly #byWorkspace = new Map<string, number>();
  #admitted = 0;

  /** Limits the computations that run or wait for the store to `max`; `onChange` receives their number. */
  constructor(max: number, onChange: (admitted: number) => void) {
    this.#max = max;
    this.#workspaceMax = Math.max(1, Math.floor(max * workspaceShare));
    this.#onChange = onChange;
  }

  /** Runs `work`. It counts until it has ended, even if its client has disconnected, because the engine is busy until then. Rejects with UNAVAILABLE over a limit. */
  async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const ofWorkspace = this.#byWorkspace.get(workspaceId) ?? 0;
    if (this.#admitted >= this.#max || ofWorkspace >= this.#workspaceMax) {
      throw unavailable('Too many queries are running; try again shortly');
    }
    this.#change(workspaceId, 1);
    try {
      return await work();
    } finally {
      this.#change(workspaceId, -1);
    }
  }

  #change(workspaceId: string, by: 1 | -1): void {
    this.#admitted += by;
    const ofWorkspace = (this.#byWorkspace.get(workspaceId) ?? 0) + by;
    if (ofWorkspace === 0) this.#byWorkspace.delete(workspaceId);
    else this.#byWorkspace.set(workspaceId, ofWorkspace);
    this.#onChange(this.#admitted);
  }
}

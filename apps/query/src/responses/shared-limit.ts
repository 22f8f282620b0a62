/** A limit for all workspaces together, of which one workspace may use a quarter. */

/** The part of the limit that one workspace may use, so that it does not cause refusals for others. */
const workspaceShare = 1 / 4;

export class SharedLimit {
  readonly #max: number;
  readonly #workspaceMax: number;
  readonly #byWorkspace = new Map<string, number>();
  #used = 0;

  constructor(max: number) {
    this.#max = max;
    this.#workspaceMax = Math.max(1, Math.floor(max * workspaceShare));
  }

  get used(): number {
    return this.#used;
  }

  /** Takes `amount` for a workspace. Returns false, and takes nothing, if that would exceed a limit. */
  take(workspaceId: string, amount: number): boolean {
    const ofWorkspace = (this.#byWorkspace.get(workspaceId) ?? 0) + amount;
    if (this.#used + amount > this.#max || ofWorkspace > this.#workspaceMax) return false;
    this.#used += amount;
    this.#byWorkspace.set(workspaceId, ofWorkspace);
    return true;
  }

  release(workspaceId: string, amount: number): void {
    this.#used -= amount;
    this.#byWorkspace.set(workspaceId, (this.#byWorkspace.get(workspaceId) ?? 0) - amount);
  }
}

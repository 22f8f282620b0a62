/** Results that are reused for a moment, because any number of clients can request them. */

/** Returns a function that runs `work` if no run is in progress and the last one failed or ended `ms` ago, and returns the result of the last run. */
export function reusedFor<Result>(ms: number, work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<Result> | undefined;
  /** Monotonic time; infinite while `work` runs. */
  let currentUntilMs = 0;
  return () => {
    if (last !== undefined && performance.now() < currentUntilMs) return last;
    currentUntilMs = Number.POSITIVE_INFINITY;
    last = work();
    last.then(
      () => (currentUntilMs = performance.now() + ms),
      () => (currentUntilMs = 0),
    );
    return last;
  };
}

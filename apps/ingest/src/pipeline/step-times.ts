/** The time that each step on the way of an event has taken, in total. */

/** One step's. */
export interface StepTime {
  ms: number;
}

export class StepTimes {
  readonly #steps = new Map<string, StepTime>();

  /** Returns the sum for a step, which its user adds to. */
  of(step: string): StepTime {
    const known = this.#steps.get(step);
    if (known) return known;
    const time = { ms: 0 };
    this.#steps.set(step, time);
    return time;
  }

  /** Returns the sums, in seconds, by the name of the step. */
  seconds(): (readonly [step: string, seconds: number])[] {
    return [...this.#steps].map(([step, { ms }]) => [step, ms / 1000]);
  }
}

/** Returns what `work` returns, and adds the time it took to `time`. */
export function timed<Result>(time: StepTime, work: () => Result): Result {
  const startedAtMs = performance.now();
  const result = work();
  time.ms += performance.now() - startedAtMs;
  return result;
}

/** The time that each step on the way of an event has taken, in total, from a sample: reading the clock takes longer than some of the steps. */

/** One call in so many is timed, and counts for all of them. A prime, so that it is not always the same event of a batch. */
const callsOfSample = 17;

/** Tells which calls are timed. */
export class Sample {
  #untilNext = callsOfSample;

  /** Returns by how much the time of this call counts; 0 if it need not be timed. */
  weight(): number {
    this.#untilNext -= 1;
    if (this.#untilNext > 0) return 0;
    this.#untilNext = callsOfSample;
    return callsOfSample;
  }
}

/** One step's. */
export class StepTime {
  readonly #sample = new Sample();
  ms = 0;

  /** Returns what `work` returns, and adds the time it took. */
  spend<Result>(work: () => Result): Result {
    const weight = this.#sample.weight();
    if (weight === 0) return work();
    const startedAtMs = performance.now();
    const result = work();
    this.ms += weight * (performance.now() - startedAtMs);
    return result;
  }
}

export class StepTimes {
  readonly #steps = new Map<string, StepTime>();

  /** Returns the sum for a step, which its user adds to. */
  of(step: string): StepTime {
    const known = this.#steps.get(step);
    if (known) return known;
    const time = new StepTime();
    this.#steps.set(step, time);
    return time;
  }

  /** Returns the sums, in seconds, by the name of the step. */
  seconds(): (readonly [step: string, seconds: number])[] {
    return [...this.#steps].map(([step, { ms }]) => [step, ms / 1000]);
  }
}

/** The time that each step of an event has taken in this process, from a sample: reading the clock takes longer than some of the steps. */

/** One call in so many is timed, and counts for all of them. A prime, so that it is not always the same event of a batch. */
const callsOfSample = 17;

const secondsByStep = new Map<string, number>();

/** Returns a function that does the same as `work`, and adds its time to that of `step`: until its promise resolves, if it returns one. A call that fails adds none. */
export function timed<Args extends unknown[], Result>(
  step: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  secondsByStep.set(step, secondsByStep.get(step) ?? 0);
  let untilTimed = callsOfSample;
  return (...args) => {
    untilTimed -= 1;
    if (untilTimed > 0) return work(...args);
    untilTimed = callsOfSample;
    const startedAtMs = performance.now();
    const result = work(...args);
    const add = () => {
      const seconds = (callsOfSample * (performance.now() - startedAtMs)) / 1000;
      secondsByStep.set(step, (secondsByStep.get(step) ?? 0) + seconds);
    };
    if (result instanceof Promise) result.then(add, () => undefined);
    else add();
    return result;
  };
}

/** Returns the seconds that each step has taken, by its name. */
export function stepSeconds(): ReadonlyMap<string, number> {
  return secondsByStep;
}

/** The step, one of five, of a country's figure. The bounds fall from the largest figure by a factor, because countries differ by orders of magnitude. */

const stepCount = 5;
/** The factor between two bounds. A larger one would put most countries of a large site in the first step. */
const factorMax = 4;

interface Steps {
  /** Returns the step, from 0 to 4. */
  stepOf: (value: number) => number;
  /** The smallest value of each step, without empty steps at the end; none without values. */
  bounds: readonly number[];
}

export function stepsOf(values: readonly number[]): Steps {
  const max = Math.max(...values, 0);
  const factor = Math.min(factorMax, Math.max(2, max ** (1 / stepCount)));
  const all = Array.from({ length: stepCount }, (_, step) => roundUp(Math.max(1, max / factor ** (stepCount - step))));
  const bounds = [1, ...all.slice(1)].filter((bound, step, some) => bound <= max && some.indexOf(bound) === step);
  return {
    bounds,
    stepOf: (value) =>
      Math.max(
        0,
        bounds.findLastIndex((bound) => value >= bound),
      ),
  };
}

/** Rounds up to one significant digit. */
function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / magnitude) * magnitude;
}

/** Round numbers for an axis, and dates that fit below it. */

const steps = [1, 2, 2.5, 5, 10];
const gridLines = 4;

/** Returns the values of the grid lines above zero, the highest at or above `max`. `whole` allows no fractions. */
export function ticksTo(max: number, whole: boolean): number[] {
  const raw = Math.max(max, whole ? gridLines : 1e-9) / gridLines;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const allowed = steps.map((step) => step * magnitude).filter((step) => !whole || Number.isInteger(step));
  const step = allowed.find((candidate) => candidate >= raw * (1 - 1e-9)) ?? 10 * magnitude;
  return Array.from({ length: gridLines }, (_, index) => round((index + 1) * step));
}

/** Round durations differ: 15 s, 30 s, 1 m, … */
const durationSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

export function durationTicksTo(maxSeconds: number): number[] {
  const step = durationSteps.find((candidate) => candidate * gridLines >= maxSeconds);
  return step === undefined
    ? ticksTo(maxSeconds / 3600, true).map((hours) => hours * 3600)
    : Array.from({ length: gridLines }, (_, index) => (index + 1) * step);
}

/** Returns the indices of the dates to show: evenly spaced, at most `most`, from the first. */
export function dateTicks(count: number, most: number): number[] {
  const stride = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride);
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}

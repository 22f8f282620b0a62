/** Round numbers for an axis, and dates that fit below it. */

const steps = [1, 2, 2.5, 5, 10];
const gridLines = 4;

type Kind = 'count' | 'percent' | 'duration' | 'ratio';

/** Returns the values of the four grid lines above zero, the highest at or above `max`. Only ratios have fractions. */
export function ticksTo(max: number, kind: Kind): number[] {
  if (kind === 'duration') return durationTicksTo(max);
  const isWhole = kind !== 'ratio';
  const raw = Math.max(max, isWhole ? gridLines : 1) / gridLines;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const allowed = steps.map((step) => step * magnitude).filter((step) => !isWhole || Number.isInteger(step));
  return linesOf(allowed.find((step) => step >= raw * (1 - 1e-9)) ?? 10 * magnitude);
}

/** Durations have other round values: 15 s, 30 s, 1 m, … */
const durationSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

function durationTicksTo(maxSeconds: number): number[] {
  const step = durationSteps.find((candidate) => candidate * gridLines >= maxSeconds);
  return step === undefined ? ticksTo(maxSeconds / 3600, 'count').map((hours) => hours * 3600) : linesOf(step);
}

function linesOf(step: number): number[] {
  return Array.from({ length: gridLines }, (_, index) => Number(((index + 1) * step).toPrecision(12)));
}

/** Returns the indices of the dates to show: evenly spaced, at most `most`, from the first. */
export function dateTicks(count: number, most: number): number[] {
  const stride = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride);
}

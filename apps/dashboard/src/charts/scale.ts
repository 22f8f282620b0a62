/** Round numbers for an axis, and dates that fit below it. */

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const gridLines = 4;

type Kind = 'count' | 'percent' | 'duration' | 'ratio';

/** Returns the values of the four grid lines above zero, the highest at or above `max`. Only ratios have fractions. */
export function ticksTo(max: number, kind: Kind): number[] {
  if (kind === 'duration') return durationTicksTo(max);
  // Ratios are shown with one decimal.
  const unit = kind === 'ratio' ? 0.1 : 1;
  const raw = Math.max(max, gridLines * unit) / gridLines;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const allowed = steps.map((step) => step * magnitude).filter((step) => isMultiple(step, unit));
  return linesOf(allowed.find((step) => step >= raw) ?? 10 * magnitude);
}

function isMultiple(value: number, unit: number): boolean {
  return Math.abs(value / unit - Math.round(value / unit)) < 1e-6;
}

/** Durations have other round values: 15 s, 30 s, 1 m, … */
const minuteSteps = [1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 45, 60, 90, 120];
const durationSteps = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, ...minuteSteps.map((minutes) => minutes * 60)];

function durationTicksTo(maxSeconds: number): number[] {
  const step = durationSteps.find((candidate) => candidate * gridLines >= maxSeconds);
  return step === undefined ? ticksTo(maxSeconds / 3600, 'count').map((hours) => hours * 3600) : linesOf(step);
}

function linesOf(step: number): number[] {
  return Array.from({ length: gridLines }, (_, index) => Number(((index + 1) * step).toPrecision(12)));
}

/** The maximum number of dates below a chart. */
const datesMax = 8;
/** The width of a date, with the space between two. */
const dateWidth = 46;

/** The distances of the dates: hours in these distances are the same ones of each day, or the first ones of days. */
const strides = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72, 96];

/** Returns the indices of the dates to show: evenly spaced from the first, as many as fit next to each other. */
export function dateTicks(places: readonly number[], width: number): number[] {
  const { length } = places;
  const least = Math.max(Math.ceil(length / datesMax), Math.ceil((dateWidth * (length - 1)) / width));
  const stride = strides.find((one) => one >= least) ?? least;
  // Not each multiple of the stride: clocks that change show an hour twice, or skip it.
  const strideOf = places.map((place) => Math.floor(place / stride));
  return strideOf.flatMap((one, index) => (one === strideOf[index - 1] ? [] : [index]));
}

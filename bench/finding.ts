/** The findings of a benchmark: verdicts on its target, and the figures behind them. */

/** One quantity with a target, with both sides. */
export interface Verdict {
  what: string;
  /** The figure of Footfall and the one it is compared with, with their units. */
  footfall: string;
  other: string;
  /** The first divided by the second; undefined if there is only one figure. */
  ratio?: number;
  /** The target in words. */
  target: string;
  hasPassed: boolean;
}

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface Finding {
  verdicts: readonly Verdict[];
  tables?: readonly Table[];
  /** Notes that are necessary to understand the figures. */
  notes?: readonly string[];
}

type Bound = { atMost: number } | { atLeast: number };

/** Returns a verdict on two figures of one unit: the ratio of the first to the second is at most, or at least, the bound. */
export function compare(
  what: string,
  { footfall, other, unit, otherName }: { footfall: number; other: number; unit: string; otherName: string },
  bound: Bound,
): Verdict {
  const ratio = footfall / other;
  return {
    what,
    footfall: `${figure(footfall)} ${unit}`,
    other: `${otherName} ${figure(other)} ${unit}`,
    ratio,
    target: inWords(bound, share),
    hasPassed: isWithin(ratio, bound),
  };
}

/** Returns a verdict on one figure with an absolute limit. */
export function limit(what: string, value: number, unit: string, bound: Bound): Verdict {
  const of = 'atMost' in bound ? bound.atMost : bound.atLeast;
  return {
    what,
    footfall: `${figure(value)} ${unit}`,
    other: `target ${figure(of)} ${unit}`,
    ratio: value / of,
    target: `${inWords(bound, figure)} ${unit}`,
    hasPassed: isWithin(value, bound),
  };
}

function isWithin(value: number, bound: Bound): boolean {
  return 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
}

function inWords(bound: Bound, format: (value: number) => string): string {
  return 'atMost' in bound ? `at most ${format(bound.atMost)}` : `at least ${format(bound.atLeast)}`;
}

/** Formats with three significant digits and thousands separators. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Formats a share below one as the approximate fraction. */
export function share(ratio: number): string {
  return ratio < 0.5 && ratio > 0 ? `1/${figure(1 / ratio)}` : figure(ratio);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Returns the value below which `portion` of the values are. */
export function quantile(values: readonly number[], portion: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * portion) - 1)] ?? Number.NaN;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Ranges of time, half-open: the start is inside, the end is not. */
import { hourMs } from '@footfall/schemas';

export interface Range {
  /** Epoch milliseconds, inclusive. */
  startMs: number;
  /** Epoch milliseconds, exclusive. */
  endMs: number;
}

export const isEmpty = ({ startMs, endMs }: Range) => startMs >= endMs;

/** The range of equal length that ends where this one starts. */
export function previousRange({ startMs, endMs }: Range): Range {
  return { startMs: startMs - (endMs - startMs), endMs: startMs };
}

/** The last `lengthMs` before now. */
export function rangeUpTo(nowMs: number, lengthMs: number): Range {
  return { startMs: nowMs - lengthMs, endMs: nowMs };
}

/** The range with its bounds moved outwards to whole hours. */
export function wholeHours({ startMs, endMs }: Range): Range {
  return { startMs: Math.floor(startMs / hourMs) * hourMs, endMs: Math.ceil(endMs / hourMs) * hourMs };
}

/** The ranges without those that others contain, and with those joined that meet. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && range.startMs <= last.endMs) last.endMs = Math.max(last.endMs, range.endMs);
    else joined.push({ ...range });
  }
  return joined;
}

/** A range as responses show it. */
export interface Period {
  start: string;
  /** Exclusive. */
  end: string;
}

export function toPeriod({ startMs, endMs }: Range): Period {
  return { start: iso(startMs), end: iso(endMs) };
}

const iso = (epochMs: number) => new Date(epochMs).toISOString();

const earliestMs = Date.parse('0000-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');
/** Returns true if a response can write the moment, with a year of four digits. */
export const isWritable = (epochMs: number) => epochMs >= earliestMs && epochMs <= latestMs;

export function yearsAfter(epochMs: number, years: number): number {
  const date = new Date(epochMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

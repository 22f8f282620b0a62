/** Ranges of time, half-open: the start is inside, the end is not. */
export interface Range {
  /** Epoch milliseconds, inclusive. */
  startMs: number;
  /** Epoch milliseconds, exclusive. */
  endMs: number;
}

export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

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

export function yearsAfter(epochMs: number, years: number): number {
  const date = new Date(epochMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

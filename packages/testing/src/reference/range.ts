/** The range that a request asks for. */
import { dayMs, hourMs, readTime } from './calendar.ts';

/** A range of time in epoch milliseconds, the end exclusive. */
export interface Range {
  startMs: number;
  endMs: number;
}

/** `start` and `end` as a request gives them: by default the 30 days before now. A date-only end includes its day. */
export function readRange(params: { start?: string; end?: string }, nowMs: number): Range {
  const start = params.start === undefined ? undefined : readTime(params.start);
  const end = params.end === undefined ? undefined : readTime(params.end);
  return {
    startMs: start === undefined ? nowMs - 30 * dayMs : start.epochMs,
    endMs: end === undefined ? nowMs : end.epochMs + (end.dateOnly ? dayMs : 0),
  };
}

/** What becomes of a range that was asked for. */
export type Bounds = (range: Range) => Range;

export const exactBounds: Bounds = (range) => range;

/** As rollups answer: bounds inside an hour are widened to whole hours. */
export const wholeHours: Bounds = ({ startMs, endMs }) => ({
  startMs: Math.floor(startMs / hourMs) * hourMs,
  endMs: Math.ceil(endMs / hourMs) * hourMs,
});

/** The range of equal length that ends where `range` starts. */
export function rangeBefore({ startMs, endMs }: Range): Range {
  return { startMs: startMs - (endMs - startMs), endMs: startMs };
}

export function holds({ startMs, endMs }: Range, epochMs: number): boolean {
  return startMs <= epochMs && epochMs < endMs;
}

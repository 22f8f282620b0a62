/** The ranges for which a workspace is compared. */
import { createHash } from 'node:crypto';
import { dayMs, hourMs } from '@footfall/schemas';
import type { Range } from '../queries/time/range.ts';

/** The kinds of ranges in the order of comparison: a difference on one day is best described by that day. */
export const kinds = ['days', 'parts of days', 'random ranges', 'history'] as const;
export type Kind = (typeof kinds)[number];

export interface ChosenRange {
  kind: Kind;
  range: Range;
  /** The number of events in the range. */
  events: number;
}

/** An hour in which the workspace has events. */
export interface Hour {
  startMs: number;
  events: number;
}

/** All times that can be stored, except the first day, whose first hour means never. */
export const allTime: Range = { startMs: dayMs, endMs: 2 ** 32 * 1000 };

const randomRangesMax = 20;

/**
 * Returns every day with events; the time from a random hour of each such day to a random hour of the next, because parts of
 * days are read from other rows than whole days; ranges between random hours of some of these days, near and far equally often;
 * and `history`.
 */
export function chooseRanges(hours: readonly Hour[], history: Range, seed: string): ChosenRange[] {
  const random = createRandom(seed);
  const days = [...new Set(hours.map(({ startMs }) => startMs - (startMs % dayMs)))];
  const firstMs = days[0] ?? history.startMs;
  const endMs = (days.at(-1) ?? firstMs) + dayMs;
  /** Returns an hour other than the first of the day, which would make the day whole. */
  const hourOf = (day: number) => day + (1 + Math.floor(random() * 23)) * hourMs;
  const bounds = [firstMs, ...days.map(hourOf), endMs];
  const chosen: Record<Kind, Range[]> = {
    days: days.map((startMs) => ({ startMs, endMs: startMs + dayMs })),
    'parts of days': bounds.slice(1).map((end, index) => ({ startMs: bounds[index] ?? firstMs, endMs: end })),
    'random ranges': someOf(days, randomRangesMax, random).map((day) => {
      const startMs = hourOf(day);
      return { startMs, endMs: startMs + Math.ceil(((endMs - startMs) / hourMs) ** random()) * hourMs };
    }),
    history: [history],
  };
  return kinds.flatMap((kind) => chosen[kind].map((range) => ({ kind, range, events: countEvents(hours, range) })));
}

/** Returns at most `max` days, spread over the list. */
function someOf(days: readonly number[], max: number, random: () => number): number[] {
  if (days.length <= max) return [...days];
  return Array.from({ length: max }, (_, index) => days[Math.floor(((index + random()) / max) * days.length)] ?? 0);
}

function countEvents(hours: readonly Hour[], { startMs, endMs }: Range): number {
  return hours.reduce((sum, hour) => sum + (hour.startMs >= startMs && hour.startMs < endMs ? hour.events : 0), 0);
}

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive) that depend only on the seed. */
function createRandom(seed: string): () => number {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

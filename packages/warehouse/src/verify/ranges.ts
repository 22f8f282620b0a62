/** The ranges that a workspace is asked about. */
import { createHash } from 'node:crypto';
import { dayMs, hourMs, type Range } from '../queries/sql/range.ts';

/** The kinds in the order in which they are asked: what differs on one day is best described by that day. */
export const kinds = ['days', 'parts of days', 'random ranges', 'history'] as const;
export type Kind = (typeof kinds)[number];

export interface Asked {
  kind: Kind;
  range: Range;
  /** The number of events in it. */
  events: number;
}

/** An hour in which the workspace has events. */
export interface Hour {
  startMs: number;
  events: number;
}

/** All times that can be stored, but for the first day: its first hour stands for "never". */
export const allTime: Range = { startMs: dayMs, endMs: 2 ** 32 * 1000 };

const randomRangesMax = 20;

/** The number of ranges that `chooseRanges` returns for so many days with events. */
export const rangesOf = (days: number) => days + (days + 1) + Math.min(days, randomRangesMax) + 1;

/**
 * Every day with events; the time from a random hour of each such day to one of the next, because parts of days are read from
 * other rows than whole days; the time from a random hour of some of these days to a random one, near as often as far; and
 * `history`.
 */
export function chooseRanges(hours: readonly Hour[], history: Range, seed: string): Asked[] {
  const random = createRandom(seed);
  const days = [...new Set(hours.map(({ startMs }) => startMs - (startMs % dayMs)))];
  const firstMs = days[0] ?? history.startMs;
  const endMs = (days.at(-1) ?? firstMs) + dayMs;
  /** Not its first: from there the day is whole. */
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

/** Returns at most `max` days, from all over the list. */
function someOf(days: readonly number[], max: number, random: () => number): number[] {
  if (days.length <= max) return [...days];
  return Array.from({ length: max }, (_, index) => days[Math.floor(((index + random()) / max) * days.length)] ?? 0);
}

function countEvents(hours: readonly Hour[], { startMs, endMs }: Range): number {
  return hours.reduce((sum, hour) => sum + (hour.startMs >= startMs && hour.startMs < endMs ? hour.events : 0), 0);
}

/** Numbers from 0 to below 1 that follow from the seed alone. */
function createRandom(seed: string): () => number {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

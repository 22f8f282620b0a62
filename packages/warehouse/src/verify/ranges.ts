/** The ranges that a workspace is asked about. */
import { createHash } from 'node:crypto';
import { dayMs, hourMs, type Range } from '../queries/sql/range.ts';

/** In the order in which they are asked: what differs on one day is best described by that day. */
export const kinds = ['days', 'parts of days', 'random ranges', 'history'] as const;
export type Kind = (typeof kinds)[number];

export interface Asked {
  kind: Kind;
  range: Range;
  /** How many events lie in it. */
  events: number;
}

/** An hour in which the workspace has events. */
export interface Hour {
  startMs: number;
  events: number;
}

/** All times that can be stored, but for the first day: its first hour stands for "never". */
export const allTime: Range = { startMs: dayMs, endMs: 2 ** 32 * 1000 };

const randomHoursMax = (90 * dayMs) / hourMs;

/** How many ranges `chooseRanges` returns for so many days with events. */
export const rangesOf = (days: number) => days + (days + 1) + days + 1;

/**
 * Every day with events; the time from a random hour of each such day to one of the next, because parts of days are read from
 * other rows than whole ones; from a random hour of each such day over a random time, short as often as long; and `history`.
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
    'random ranges': days.map((day) => {
      const startMs = hourOf(day);
      return { startMs, endMs: Math.min(startMs + Math.ceil(randomHoursMax ** random()) * hourMs, endMs) };
    }),
    history: [history],
  };
  return kinds.flatMap((kind) => chosen[kind].map((range) => ({ kind, range, events: countEvents(hours, range) })));
}

function countEvents(hours: readonly Hour[], { startMs, endMs }: Range): number {
  return hours.reduce((sum, hour) => sum + (hour.startMs >= startMs && hour.startMs < endMs ? hour.events : 0), 0);
}

/** Numbers from 0 to below 1 that follow from the seed alone. */
function createRandom(seed: string): () => number {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

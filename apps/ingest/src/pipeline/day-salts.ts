/**
 * The salts of the cookieless visitor hash that may be known at a moment: today's, yesterday's until 01:00 UTC, and
 * tomorrow's in the last minutes of a day. All others are forgotten, so that a visitor cannot be followed any further.
 */
import { dayMs } from '@footfall/schemas';
import type { Salts } from '@footfall/state';
import { aheadMsMax } from '../lookups/timestamp.ts';

/** The time for which yesterday's salt is known, for events that were in transit at midnight and for open sessions. */
const yesterdayKnownMs = 3_600_000;
/** The day requested last: most events are of one day, and formatting a date is expensive. */
let latest = { day: 0, text: '1970-01-01' };

/** Returns the UTC day of an epoch in milliseconds, `YYYY-MM-DD`. */
export function dayOf(epochMs: number): string {
  const day = Math.floor(epochMs / dayMs);
  if (day !== latest.day) latest = { day, text: new Date(epochMs).toISOString().slice(0, 10) };
  return latest.text;
}

/** The salts of one moment. Returns the salt for an event of `day`, in hex: the salt of that day while it may be known, else today's. */
export type DaySalts = (day: string) => string;

/** The salts for a batch in which every event has a visitor ID. */
export const noSalts: DaySalts = (day) => {
  throw new Error(`no salt of ${day} was read`);
};

export interface SaltReader {
  /** Returns the salts for a batch that is enriched now: at once unless the days have changed since the last call. Rejects with UNAVAILABLE if the state cannot be reached. */
  read(): DaySalts | Promise<DaySalts>;
  /** Deletes the salts that may no longer be known. Rejects with UNAVAILABLE if they cannot be deleted now. */
  forget(): Promise<void>;
}

/** Reads the salts when the days that may be known change, and keeps them in memory until then. */
export function createSaltReader(salts: Salts, now: () => number): SaltReader {
  let current: { days: string; salts: DaySalts } | undefined;

  /** The days whose salts may be known now: the first may be yesterday, and the last tomorrow, because an event may be a little ahead. */
  function knownDays(): readonly [first: string, today: string, last: string] {
    const nowMs = now();
    const today = dayOf(nowMs);
    const first = nowMs % dayMs < yesterdayKnownMs ? dayOf(nowMs - dayMs) : today;
    return [first, today, dayOf(nowMs + aheadMsMax)];
  }

  /** Drops the salts in memory if the days have changed. */
  function known(): DaySalts | undefined {
    if (current?.days !== knownDays().join()) current = undefined;
    return current?.salts;
  }

  async function load(): Promise<DaySalts> {
    const days = knownDays();
    const [first, today, last] = days;
    const saltOfToday = await salts.salt(today);
    const byDay = new Map([[today, saltOfToday]]);
    for (const day of [first, last]) if (day !== today) byDay.set(day, await salts.salt(day));
    const found: DaySalts = (day) => byDay.get(day) ?? saltOfToday;
    current = { days: days.join(), salts: found };
    return found;
  }

  return {
    read: () => known() ?? load(),
    async forget() {
      // Without traffic, nothing else removes outdated salts from memory.
      known();
      const [first] = knownDays();
      await salts.forgetBefore(first);
    },
  };
}

/** Expiry by day: something is valid until the end of a day in the time zone of its workspace. */
import { addDays, dayOf } from './days.ts';
import { clockMs } from './zone.ts';

/** Returns the moment at which the day ends in the zone, in ISO 8601. */
export function endOfDay(day: string, timezone: string): string {
  const midnightMs = Date.parse(addDays(day, 1));
  const offsetMs = (epochMs: number) => clockMs(epochMs, timezone) - epochMs;
  // The offset at the midnight of UTC is that of the other side if the clocks change in between.
  const aboutMs = midnightMs - offsetMs(midnightMs);
  return new Date(midnightMs - offsetMs(aboutMs)).toISOString();
}

/** Returns the last day on which something that expires at this moment is valid, if only for a part of the day. */
export function lastDayBefore(moment: string, timezone: string): string {
  return dayOf(clockMs(Date.parse(moment) - 1, timezone));
}

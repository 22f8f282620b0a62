/** The time zone of a workspace: its days are those of the page, and shares expire at the end of one. */
import { addDays, dayMs, dayOf } from './days.ts';

const utc = 'UTC';

/** Returns the time that the clocks of the zone show, in milliseconds as if they showed UTC. */
export function clockMs(epochMs: number, timezone: string): number {
  // The Swedish locale writes dates as ISO 8601 does.
  const shown = new Date(epochMs).toLocaleString('sv-SE', { timeZone: timezone });
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** Returns the first instant of a day in the zone, in epoch milliseconds: its midnight, or the end of the gap if clocks skip that. */
export function startOfDay(day: string, timezone: string): number {
  const midnightMs = Date.parse(day);
  // By the offset of the day before and by that of the day after, between which the clocks may change.
  const candidates = [midnightMs - dayMs, midnightMs + dayMs].map(
    (epochMs) => midnightMs + epochMs - clockMs(epochMs, timezone),
  );
  return Math.min(...candidates.filter((epochMs) => clockMs(epochMs, timezone) >= midnightMs));
}

/** Returns the moment at which a day ends in the zone, in ISO 8601. */
export function endOfDay(day: string, timezone: string): string {
  return new Date(startOfDay(addDays(day, 1), timezone)).toISOString();
}

/** Returns the last day on which something that expires at this moment is valid, if only for a part of the day. */
export function lastDayBefore(moment: string, timezone: string): string {
  return dayOf(clockMs(Date.parse(moment) - 1, timezone));
}

/** Returns the zone, or UTC if it is not set or unknown to this browser. */
export function zoneOf(name: string | null | undefined): string {
  try {
    clockMs(0, name ?? utc);
    return name ?? utc;
  } catch {
    return utc;
  }
}

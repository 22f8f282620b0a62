/** Moments in the time zone of a workspace. */
import { clockMs, lastDayBefore } from '../state/zone.ts';
import { dates, formatDays, fullDate, time } from './format.ts';
import { administrationWords } from './administration-words.ts';

const say = administrationWords.settings;

/** `17 Nov 2026, 14:02`, of what the clocks of a zone show. */
export const formatMoment = dates({ ...fullDate, ...time });

/** `last used 17 Nov 2026, 14:02` */
export function lastUsed(moment: string, timezone: string): string {
  return say.lastUsed(formatMoment(clockMs(Date.parse(moment), timezone)));
}

/** `expires 17 Nov 2026`, by the last day on which something is valid; `expired` afterwards. */
export function validUntil(moment: string, timezone: string): string {
  return hasPassed(moment) ? say.expired : say.until(formatDays(lastDayBefore(moment, timezone)));
}

/** Returns true if the moment has passed; null never does. */
export function hasPassed(moment: string | null): boolean {
  return moment !== null && Date.parse(moment) <= Date.now();
}

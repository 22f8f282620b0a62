/** ISO 8601 times, with or without seconds. */
import { z } from 'zod';

/** Returns a check for times with an offset; if `isLocal`, also for times without one. Call it once: creating the schemas takes far longer than a check. */
export function isoTimeCheck({ isLocal = false } = {}): (text: string) => boolean {
  const given = { offset: true, local: isLocal };
  const times = [z.iso.datetime(given), z.iso.datetime({ ...given, precision: -1 })];
  return (text) => times.some((time) => time.safeParse(text).success);
}

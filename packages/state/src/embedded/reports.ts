/** The reports of this process, in memory, limited in characters. */
import { minuteMs } from '@footfall/schemas';
import { LRUCache } from 'lru-cache';
import { reportMinutes, type Reports } from '../port.ts';

const charsMax = 4 << 20;

/** `now` is epoch milliseconds. */
export function createReports(now: () => number): Reports {
  const texts = new LRUCache<string, string>({
    maxSize: charsMax,
    sizeCalculation: (text, key) => key.length + text.length,
    ttl: (reportMinutes + 1) * minuteMs,
  });
  return {
    async put(subject, minute, text) {
      texts.set(`${subject}:${minute}`, text);
    },
    async recent(subject) {
      return recentMinutes(now()).flatMap((minute) => texts.get(`${subject}:${minute}`) ?? []);
    },
  };
}

/** Returns the minute of `nowMs` and the earlier ones whose reports are still valid, newest first. */
export function recentMinutes(nowMs: number): number[] {
  const newest = Math.floor(nowMs / minuteMs);
  return Array.from({ length: reportMinutes }, (_, index) => newest - index);
}

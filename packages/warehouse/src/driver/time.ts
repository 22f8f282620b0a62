/** Times in the text form of ClickHouse. */
import { dayMs } from '@footfall/schemas';

const digits = (count: number) => Array.from({ length: 10 ** count }, (_, number) => `${number}`.padStart(count, '0'));
const two = digits(2);
const three = digits(3);

/** The last day that was formatted: the rows of a batch are on few days, and formatting the date is the most expensive step. */
let known = { day: 0, text: '1970-01-01' };

/** Returns a text such as `2026-11-01 00:00:00.123`, in UTC, which ClickHouse parses in the same way whatever its settings. */
export function clickhouseTime(epochMs: number): string {
  const day = Math.floor(epochMs / dayMs);
  if (day !== known.day) known = { day, text: new Date(day * dayMs).toISOString().slice(0, 10) };
  const ms = epochMs - day * dayMs;
  const minutes = Math.floor(ms / 60_000);
  const hour = two[Math.floor(minutes / 60)];
  return `${known.text} ${hour}:${two[minutes % 60]}:${two[Math.floor(ms / 1000) % 60]}.${three[ms % 1000]}`;
}

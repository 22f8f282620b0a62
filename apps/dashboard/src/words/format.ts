/** Numbers, dates and durations as people read them. */
import { words } from './words.ts';

/** The words are English, so numbers and dates are, too: in the reader's variant of it. */
const ownLocale = new Intl.DateTimeFormat().resolvedOptions().locale;
const locale = ownLocale.startsWith('en') ? ownLocale : 'en-GB';

/** From here on numbers are shortened. */
const fullMax = 10_000;
/** From here on a change is a factor. */
const changePercentMax = 999;
/** What is divided by nothing. */
export const nothing = '–';

const full = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** `9,999`, `12.3k`, `1.2M` */
export function formatCount(count: number): string {
  return Math.abs(count) < fullMax ? full.format(count) : compact.format(count).replace('K', 'k');
}

/** `12,345` */
export function formatFull(count: number): string {
  return full.format(count);
}

/** `42%`, `4.2%` */
export function formatPercent(percent: number): string {
  return `${percent > 0 && percent < 10 ? oneDecimal.format(percent) : whole.format(percent)}%`;
}

/** `2m 33s`, `1h 04m`, `9s` */
export function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds);
  const [hours, minutes] = [Math.floor(rounded / 3600), Math.floor((rounded % 3600) / 60)];
  if (hours > 0) return `${whole.format(hours)}h ${String(minutes).padStart(2, '0')}m`;
  return minutes > 0 ? `${minutes}m ${String(rounded % 60).padStart(2, '0')}s` : `${rounded}s`;
}

/** `2.4` */
export function formatRatio(ratio: number): string {
  return oneDecimal.format(ratio);
}

export interface Change {
  direction: 'up' | 'down' | 'none';
  text: string;
}

/** `▲ 12%`, `▼ 3%`, `no change`, `new`, `×14` */
export function formatChange(current: number, previous: number): Change {
  if (current === previous) return { direction: 'none', text: words.change.none };
  if (previous === 0) return { direction: 'up', text: words.change.fresh };
  const percent = (100 * (current - previous)) / previous;
  if (percent > changePercentMax) return { direction: 'up', text: `×${whole.format(current / previous)}` };
  const size = formatPercent(Math.abs(percent));
  if (Math.round(Math.abs(percent) * 10) === 0) return { direction: 'none', text: words.change.none };
  return percent > 0 ? { direction: 'up', text: `▲ ${size}` } : { direction: 'down', text: `▼ ${size}` };
}

type DateOptions = Intl.DateTimeFormatOptions;
const formats = new Map<string, Intl.DateTimeFormat>();

export function formatDate(date: Date | string, options: DateOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format.format(new Date(date));
}

const dayAndMonth: DateOptions = { day: 'numeric', month: 'short' };

/** `Tue 17 Nov`, `14:00`, `week of 16 Nov`, `November 2026` */
export function formatBucket(date: string, granularity: 'hour' | 'day' | 'week' | 'month'): string {
  if (granularity === 'hour')
    return formatDate(date, { weekday: 'short', ...dayAndMonth, hour: '2-digit', minute: '2-digit' });
  if (granularity === 'week') return words.weekOf(formatDate(date, dayAndMonth));
  if (granularity === 'month') return formatDate(date, { month: 'long', year: 'numeric' });
  return formatDate(date, { weekday: 'short', ...dayAndMonth });
}

/** As short as the axis needs it. */
export function formatTick(date: string, granularity: 'hour' | 'day' | 'week' | 'month'): string {
  if (granularity === 'hour' && !date.includes('T00:')) return formatDate(date, { hour: '2-digit', minute: '2-digit' });
  if (granularity === 'month') return formatDate(date, { month: 'short', year: '2-digit' });
  return formatDate(date, dayAndMonth);
}

/** `17 Nov 2026`, `1 – 17 Nov 2026` */
export function formatDays(first: string, last: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...dayAndMonth, year: 'numeric' });
  return first === last ? format.format(new Date(first)) : format.formatRange(new Date(first), new Date(last));
}

/** The reader's own time: `14:02:10` */
export function formatTime(epochMs: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(epochMs);
}

/** The reader's own date and time: `17 Nov, 14:02` */
export function formatMoment(moment: string): string {
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(moment));
}

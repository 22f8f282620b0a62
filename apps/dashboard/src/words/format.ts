/** Formatted numbers, dates and durations. */
import type { Granularity } from '../state/granularity.ts';
import { words } from './words.ts';

/** The locale of numbers and dates: English like the words, in the reader's variant. */
const ownLocale = new Intl.DateTimeFormat().resolvedOptions().locale;
const locale = ownLocale.startsWith('en') ? ownLocale : 'en-GB';

/** The smallest number that is abbreviated. */
const fullMax = 10_000;
/** The largest change that is not shown as a factor. */
const changePercentMax = 999;
/** The text for a figure without a value, such as a mean without sessions. */
export const nothing = '–';

const full = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** `9.9k`, `1.2M` */
const abbreviated = (count: number) => compact.format(count).replace('K', 'k');

/** `9,999`, `12.3k`, `1.2M` */
export function formatCount(count: number): string {
  return Math.abs(count) < fullMax ? full.format(count) : abbreviated(count);
}

/** `12,345` */
export function formatFull(count: number): string {
  return full.format(count);
}

/** Percentages from here on are shown without decimals. */
const wholePercentMin = 10;

/** The text of a percentage that is rounded to 0. */
const least = `<${oneDecimal.format(0.1)}`;

/** `42%`, `4.2%`, `<0.1%` */
export function formatPercent(percent: number): string {
  const rounded = roundedPercent(percent);
  if (percent > 0 && rounded === 0) return `${least}%`;
  return `${(rounded > 0 && rounded < wholePercentMin ? oneDecimal : whole).format(rounded)}%`;
}

/** Returns the percentage that `formatPercent` shows, or 0 for `<0.1%`. */
function roundedPercent(percent: number): number {
  const factor = percent < wholePercentMin ? 10 : 1;
  return Math.round(percent * factor) / factor;
}

/** `2m 33s`, `1h 04m`, `9s` */
function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds);
  const [hours, minutes] = [Math.floor(rounded / 3600), Math.floor((rounded % 3600) / 60)];
  if (hours > 0) return `${whole.format(hours)}h ${String(minutes).padStart(2, '0')}m`;
  return minutes > 0 ? `${minutes}m ${String(rounded % 60).padStart(2, '0')}s` : `${rounded}s`;
}

/** `2.4` */
function formatRatio(ratio: number): string {
  return oneDecimal.format(ratio);
}

export type FigureKind = 'count' | 'percent' | 'duration' | 'ratio';

const formats: Readonly<Record<FigureKind, (figure: number) => string>> = {
  count: formatCount,
  percent: formatPercent,
  duration: formatDuration,
  ratio: formatRatio,
};

/** Formats a figure, or a dash if it has no value. */
export function formatFigure(figure: number | undefined, kind: FigureKind): string {
  return figure === undefined ? nothing : formats[kind](figure);
}

/** Formats with all digits: for titles and tables. */
export function fullFigure(figure: number | undefined, kind: FigureKind): string {
  return figure !== undefined && kind === 'count' ? formatFull(figure) : formatFigure(figure, kind);
}

/** Formats a round value, such as that of a grid line, as short as possible, and like the highest of the grid: `2m`, `20k`. */
export function formatGrid(figure: number, kind: FigureKind, highest = figure): string {
  const text = kind === 'count' && highest >= fullMax ? abbreviated(figure) : formatFigure(figure, kind);
  return text.replace(/ 00[ms]$|\.0(?=[kMBT]$)/, '');
}

export interface Change {
  direction: 'up' | 'down' | 'none';
  text: string;
}

/**
 * `▲ 12%`, `▼ 3%`, `▲ 9 pts` of percentages, `no change`, `new`, `×14`; undefined unless there are two figures.
 * It never contradicts the figures next to it, which `format` formats.
 */
export function formatChange(
  current: number | undefined,
  previous: number | undefined,
  kind: FigureKind = 'count',
  format = formatFigure,
): Change | undefined {
  if (current === undefined || previous === undefined) return undefined;
  if (format(current, kind) === format(previous, kind)) return { direction: 'none', text: words.change.none };
  const direction = current > previous ? 'up' : 'down';
  const arrow = direction === 'up' ? '▲' : '▼';
  if (kind === 'percent') {
    const points = Math.abs(roundedPercent(current) - roundedPercent(previous));
    return { direction, text: `${arrow} ${words.change.points(points ? formatFull(points) : least)}` };
  }
  // Only arrows have a colour.
  if (previous === 0) return { direction: 'none', text: words.change.fresh };
  const percent = (100 * (current - previous)) / previous;
  if (percent > changePercentMax) return { direction: 'none', text: `×${whole.format(current / previous)}` };
  return { direction, text: `${arrow} ${formatPercent(Math.abs(percent))}` };
}

type DateFormat = (date: string | number) => string;

export function dates(options: Intl.DateTimeFormatOptions): DateFormat {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  return (date) => format.format(new Date(date));
}

const hasAmPm = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12;
export const time = { hour: hasAmPm ? 'numeric' : '2-digit', minute: '2-digit' } as const;

/** Omits the minutes of a whole hour where AM or PM marks it as a time. */
function wholeHours(options: Intl.DateTimeFormatOptions = {}): DateFormat {
  const format = dates({ ...options, ...time });
  return (date) => format(date).replace(/:00(?=\s[ap]m$)/i, '');
}

const dayAndMonth = { day: 'numeric', month: 'short' } as const;
export const fullDate = { ...dayAndMonth, year: 'numeric' } as const;
const weekday = { weekday: 'short', ...dayAndMonth } as const;

const buckets: Readonly<Record<Granularity, DateFormat>> = {
  hour: wholeHours(weekday),
  day: dates(weekday),
  // Unlike days, the weeks of a range can be years apart.
  week: dates(fullDate),
  month: dates({ month: 'long', year: 'numeric' }),
};
const tickOfDay = dates(dayAndMonth);
const monthAndYear = dates({ month: 'short', year: 'numeric' });
const ticks: Readonly<Record<Granularity, DateFormat>> = {
  hour: wholeHours(),
  day: tickOfDay,
  week: tickOfDay,
  // `Aug ’26`: without the apostrophe it could be a day.
  month: (date) => monthAndYear(date).replace(/ ..(?=..$)/, ' ’'),
};

/**
 * `Tue 17 Nov`, `Tue 17 Nov, 14:00`, `week of 16 Nov 2026`, `November 2026`; of an hour that the clocks show twice with its
 * offset, which is known from the dates of the adjacent buckets.
 */
export function formatBucket(date: string, granularity: Granularity, ...adjacent: (string | undefined)[]): string {
  const shown = localTime(date);
  const text = buckets[granularity](shown);
  const isTwice = adjacent.some((one = date) => one !== date && localTime(one) === shown);
  if (isTwice) return `${text} (UTC${date.slice(-'+00:00'.length)})`;
  return granularity === 'week' ? words.weekOf(text) : text;
}

/** Formats a date as short as possible for an axis: of an hour its day if `last`, the hour before it, is of another day. */
export function formatTick(date: string, granularity: Granularity, last?: string): string {
  const isFirst = granularity === 'hour' && last?.slice(0, 10) !== date.slice(0, 10);
  return ticks[isFirst ? 'day' : granularity](localTime(date));
}

/** Returns the time without its offset, as if it were UTC. */
export function localTime(date: string): string {
  return date.replace(/[+-]\d\d:\d\d$/, 'Z');
}

const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...fullDate });

/** `17 Nov 2026`, `1 – 17 Nov 2026` */
export function formatDays(first: string, last = first): string {
  return days.formatRange(new Date(first), new Date(last));
}

/** `14:02:10`, `2:02:10 PM`, of what the clocks of a zone show: see `clockMs`. */
export const formatTime = dates({ timeStyle: 'medium' });

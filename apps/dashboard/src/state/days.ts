/** Days as `YYYY-MM-DD`, in UTC, and arithmetic on them. */

/** A range of days from `first` to `last`, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

export const dayMs = 86_400_000;

export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

/** Returns the same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, lastDate)));
}

/** Returns the number of days, both ends included. */
export function countDays({ first, last }: Days): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function lastOfMonth(day: string): string {
  return addDays(addMonths(firstOfMonth(day), 1), -1);
}

/** Returns true for an existing day in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;
}

/** The buckets of the chart: those that a range allows, and its default. */
import { countDays, type Days } from './days.ts';

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** The limits of the days for each granularity: above, the chart has more points than pixels; below, it is a single point. */
const daysMax: Readonly<Record<Granularity, number>> = { hour: 14, day: 400, week: 2000, month: Infinity };
const daysMin: Readonly<Record<Granularity, number>> = { hour: 1, day: 2, week: 15, month: 60 };

export function allowedGranularities(days: Days): Granularity[] {
  const count = countDays(days);
  return granularities.filter((granularity) => count >= daysMin[granularity] && count <= daysMax[granularity]);
}

/** Returns the chosen granularity if the range allows it, otherwise the default of the range. */
export function granularityFor(days: Days, chosen: Granularity | undefined): Granularity {
  const allowed = allowedGranularities(days);
  if (chosen !== undefined && allowed.includes(chosen)) return chosen;
  const count = countDays(days);
  if (count <= 2) return 'hour';
  if (count <= 100) return 'day';
  return count <= 750 ? 'week' : 'month';
}

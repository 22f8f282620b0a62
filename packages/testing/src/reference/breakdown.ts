/** The endpoint breakdown: the values of one dimension or two, with any metrics, sorted, searched and paged. */
import type { Happened } from './facts.ts';
import { type Figures, shownFigures } from './figures.ts';
import { compareNames } from './group.ts';
import type { Range } from './range.ts';
import { breakdownRows, isSame, rowKind, type RowsRequest } from './breakdown-rows.ts';

interface BreakdownRequest extends RowsRequest {
  metrics: readonly string[];
  /** A metric, with a leading `-` for the largest first. */
  sort: string;
  search: string;
  limit: number;
  offset: number;
}

export function breakdown(happened: Happened, range: Range, earlier: Range | undefined, requested: BreakdownRequest) {
  const { by, metrics, sort, search, limit, offset } = requested;
  const rows = breakdownRows(happened, range, requested)
    .filter(({ values }) => values.some((value) => contains(value, search)))
    .toSorted((a, b) => orderBy(sort, a.figures, b.figures) || compareNames(a.values, b.values));
  const before = earlier && breakdownRows(happened, earlier, requested);
  const data = rows.slice(offset, offset + limit).map(({ values, figures }) => {
    const same = before?.find((row) => isSame(row.values, values));
    return {
      ...Object.fromEntries(by.map((dimension, index) => [dimension, values[index] ?? ''])),
      ...shownFigures(figures, metrics),
      ...(before ? { previous: same ? shownFigures(same.figures, metrics) : noFigures(metrics) } : {}),
    };
  });
  return { by: by.join(','), metrics: [...metrics], data, total: rows.length };
}

const contains = (value: string, search: string) => value.toLowerCase().includes(search.toLowerCase());

const noFigures = (metrics: readonly string[]) => Object.fromEntries(metrics.map((metric) => [metric, 0]));

/** Compares by a metric as it is shown. */
function orderBy(sort: string, a: Figures, b: Figures): number {
  const isDescending = sort.startsWith('-');
  const metric = isDescending ? sort.slice(1) : sort;
  const rank = (figures: Figures) => shownFigures(figures, [metric])[metric] ?? 0;
  return isDescending ? rank(b) - rank(a) : rank(a) - rank(b);
}

/** Returns the default metrics and order of a breakdown. */
export function breakdownDefaults(by: readonly string[], hasGoal: boolean): { metrics: string[]; sort: string } {
  const ofPath = by.includes('path') ? ['avgTime', 'avgScroll'] : [];
  const ofGoal = hasGoal ? ['conversions', 'conversionRate'] : [];
  const kind = rowKind(by);
  if (kind === 'session') return { metrics: ['visitors', 'sessions', ...ofGoal], sort: '-visitors' };
  if (kind === 'page') return { metrics: ['visitors', 'pageviews', ...ofPath, ...ofGoal], sort: '-pageviews' };
  return { metrics: ['visitors', 'events', ...ofGoal], sort: '-events' };
}

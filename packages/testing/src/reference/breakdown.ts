/** The endpoint breakdown: the values of one dimension or two, with any metrics, sorted, searched and paged. */
import type { Happened } from './facts.ts';
import { exact, type Figures, shownFigures } from './figures.ts';
import type { Goal } from './goal.ts';
import { compareNames } from './group.ts';
import type { Range } from './range.ts';
import { breakdownRows, metricsBy } from './breakdown-rows.ts';

export interface BreakdownQuestion {
  by: readonly string[];
  metrics: readonly string[];
  /** A metric, with `-` in front for the largest first. */
  sort: string;
  search: string;
  limit: number;
  offset: number;
  goal: Goal | undefined;
}

export function breakdown(happened: Happened, range: Range, earlier: Range | undefined, asked: BreakdownQuestion) {
  const { by, metrics, sort, search, limit, offset, goal } = asked;
  const isDescending = sort.startsWith('-');
  const rank = (figures: Figures) => exact(figures[isDescending ? sort.slice(1) : sort] ?? { top: 0, bottom: 0 });
  const rows = breakdownRows(happened, range, by, goal)
    .filter(({ isListed, values }) => isListed && values.some((value) => contains(value, search)))
    .toSorted(
      (a, b) => (isDescending ? -1 : 1) * (rank(a.figures) - rank(b.figures)) || compareNames(a.values, b.values),
    );
  const before = earlier && breakdownRows(happened, earlier, by, goal);
  const data = rows.slice(offset, offset + limit).map(({ values, figures }) => {
    const same = before?.find((row) => compareNames(row.values, values) === 0);
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

/** What a breakdown is sorted by where the request does not say. */
export function defaultSort(by: readonly string[]): string {
  if (by.includes('path')) return '-pageviews';
  return metricsBy(by) === metricsBy(['country']) ? '-visitors' : '-events';
}

/** Formatted figures by kind, and the columns that contain them. */
import { formatCount, formatDuration, formatFull, formatPercent, formatRatio, nothing } from '../words/format.ts';
import type { DefinitionId } from '../words/definitions.ts';
import { words } from '../words/words.ts';

type Figures = typeof words.figures;

export type FigureKind = 'count' | 'percent' | 'duration' | 'ratio';

export interface Column<Metric extends keyof Figures = keyof Figures> {
  /** The name in the API. */
  metric: Metric;
  title: string;
  kind: FigureKind;
  definition: DefinitionId;
}

const formats: Readonly<Record<FigureKind, (figure: number) => string>> = {
  count: formatCount,
  percent: formatPercent,
  duration: formatDuration,
  ratio: formatRatio,
};

/** All other metrics are counts. */
const kinds: Readonly<Partial<Record<keyof Figures, FigureKind>>> = {
  viewsPerSession: 'ratio',
  bounceRate: 'percent',
  avgDuration: 'duration',
  avgTime: 'duration',
  avgScroll: 'percent',
  conversionRate: 'percent',
};

export function kindOf(metric: keyof Figures): FigureKind {
  return kinds[metric] ?? 'count';
}

/** Returns the column of a metric. Each kind of list has its own definition of it. */
export function columnOf<Metric extends keyof Figures>(metric: Metric, definition: DefinitionId): Column<Metric> {
  return { metric, title: words.figures[metric], kind: kindOf(metric), definition };
}

export function formatFigure(figure: number, kind: FigureKind): string {
  return formats[kind](figure);
}

/** Formats with all digits: for titles and tables. */
export function fullFigure(figure: number, kind: FigureKind): string {
  return kind === 'count' ? formatFull(figure) : formatFigure(figure, kind);
}

/** Formats a mean or rate, or a dash if nothing was counted. */
export function formatMean(figure: number, kind: FigureKind, count: number): string {
  return count === 0 && kind !== 'count' ? nothing : formatFigure(figure, kind);
}

/** Figures by kind, as people read them. */
import { formatCount, formatDuration, formatFull, formatPercent, formatRatio, nothing } from '../words/format.ts';
import type { Metric } from '../state/view.ts';

export type FigureKind = 'count' | 'percent' | 'duration' | 'ratio';

const formats: Readonly<Record<FigureKind, (figure: number) => string>> = {
  count: formatCount,
  percent: formatPercent,
  duration: formatDuration,
  ratio: formatRatio,
};

export const metricKinds: Readonly<Record<Metric, FigureKind>> = {
  visitors: 'count',
  sessions: 'count',
  pageviews: 'count',
  viewsPerSession: 'ratio',
  bounceRate: 'percent',
  avgDuration: 'duration',
};

export function formatFigure(figure: number, kind: FigureKind): string {
  return formats[kind](figure);
}

/** With all digits: for titles and tables. */
export function fullFigure(figure: number, kind: FigureKind): string {
  return kind === 'count' ? formatFull(figure) : formatFigure(figure, kind);
}

/** A mean or rate over no sessions is none. */
export function formatTotal(figure: number, kind: FigureKind, sessions: number): string {
  return sessions === 0 && kind !== 'count' ? nothing : formatFigure(figure, kind);
}

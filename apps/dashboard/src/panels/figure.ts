/** Figures by kind, as people read them. */
import { formatCount, formatDuration, formatFull, formatPercent } from '../words/format.ts';
import type { ColumnKind } from './list.ts';

export function formatFigure(figure: number, kind: ColumnKind): string {
  if (kind === 'percent') return formatPercent(figure);
  return kind === 'duration' ? formatDuration(figure) : formatCount(figure);
}

/** With all digits: for titles and tables. */
export function fullFigure(figure: number, kind: ColumnKind): string {
  return kind === 'count' ? formatFull(figure) : formatFigure(figure, kind);
}

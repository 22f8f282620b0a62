/** The kinds of the figures, and the columns that contain them. */
import type { FigureKind } from '../words/format.ts';
import type { DefinitionId } from '../words/definitions.ts';
import { words } from '../words/words.ts';

type Figures = typeof words.figures;

export interface Column<Metric extends keyof Figures = keyof Figures> {
  /** The name in the API. */
  metric: Metric;
  title: string;
  kind: FigureKind;
  definition: DefinitionId;
}

/** The kinds of metrics that are not counts. */
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

/** Combines a query on both sources into one statement, which returns only the differences between their results. */
import { AppError } from '@footfall/errors';
import { hourMs } from '@footfall/schemas';
import type { Statement, Warehouse } from '../driver/port.ts';
import type { BreakdownDimension } from '../queries/breakdown-dimensions.ts';
import { breakdownOf } from '../queries/sql/breakdown.ts';
import type { Range } from '../queries/time/range.ts';
import type { Run } from '../queries/time/time-buckets.ts';
import { titles } from '../queries/sql/titles.ts';
import { allTime } from './ranges.ts';
import { readSettled } from './settled.ts';
import { visitFigures, visitsOf } from './visits.ts';

/** The figures of a range of whole hours to compare. */
export interface Comparison {
  workspaceId: string;
  range: Range;
  /** Dimensions, of the range or of each bucket; the titles of paths; or the sessions that start on each day. */
  subject:
    | 'visits'
    | {
        dimensions: readonly BreakdownDimension[];
        by?: { name: string; run: Run };
      }
    | { paths: readonly string[] };
}

/** A figure in which the results differ, as text; empty for the result that lacks the value. */
export interface Difference {
  workspaceId: string;
  /** The bounds of the range, ISO 8601; null if unbounded. */
  start: string | null;
  end: string | null;
  dimension: string;
  value: string;
  figure: string;
  rollups: string;
  events: string;
}

const listedMax = 20;

/** Resolves with the first figures that differ; 'unsettled' if the worker changed the rollups during each try. A comparison that exceeds a limit of reads is split into halves. */
export async function compare(
  warehouse: Pick<Warehouse, 'read'>,
  comparison: Comparison,
): Promise<Difference[] | 'unsettled'> {
  const { workspaceId, range } = comparison;
  try {
    const figures = await readSettled<DifferingFigure>(warehouse, statementOf(comparison));
    if (figures === 'unsettled') return figures;
    return figures.map((figure) => ({
      workspaceId,
      start: textOf(range.startMs),
      end: textOf(range.endMs),
      ...figure,
    }));
  } catch (error) {
    const halves = error instanceof AppError && error.code === 'UNAVAILABLE' ? halve(comparison) : undefined;
    if (!halves) throw error;
    const [first, second] = [await compare(warehouse, halves[0]), await compare(warehouse, halves[1])];
    return first === 'unsettled' || second === 'unsettled' ? 'unsettled' : [...first, ...second];
  }
}

type DifferingFigure = Pick<Difference, 'dimension' | 'value' | 'figure' | 'rollups' | 'events'>;

function textOf(epochMs: number): string | null {
  return epochMs === allTime.startMs || epochMs === allTime.endMs ? null : new Date(epochMs).toISOString();
}

/** Splits by dimension first, because the distinct visitors of a range cannot be computed from its halves. */
function halve(comparison: Comparison): [Comparison, Comparison] | undefined {
  const { range, subject } = comparison;
  if (subject !== 'visits' && 'dimensions' in subject && subject.dimensions.length > 1) {
    const middle = Math.ceil(subject.dimensions.length / 2);
    return [
      { ...comparison, subject: { ...subject, dimensions: subject.dimensions.slice(0, middle) } },
      { ...comparison, subject: { ...subject, dimensions: subject.dimensions.slice(middle) } },
    ];
  }
  const hours = Math.floor((range.endMs - range.startMs) / hourMs);
  if (hours < 2) return undefined;
  const middleMs = range.startMs + Math.floor(hours / 2) * hourMs;
  return [
    { ...comparison, range: { ...range, endMs: middleMs } },
    { ...comparison, range: { ...range, startMs: middleMs } },
  ];
}

function statementOf(comparison: Comparison): Statement {
  const sides = { events: sideOf(comparison, 'events'), rollups: sideOf(comparison, 'rollups') };
  const rowsOf = (source: keyof typeof sides) => {
    const { dimension, value, figures, from } = sides[source];
    return `
      SELECT ${dimension} AS dimension, ${value} AS value,
        map(${figures.map((figure) => `'${figure}', toString(${figure})`).join(', ')}) AS figures, '${source}' AS source
      FROM (${from.sql})`;
  };
  return {
    sql: `
  SELECT dimension, value, figure, ofRollups[figure] AS rollups, ofEvents[figure] AS events
  FROM (
    SELECT dimension, value,
      anyIf(figures, source = 'events') AS ofEvents, anyIf(figures, source = 'rollups') AS ofRollups
    FROM (${rowsOf('events')}
      UNION ALL${rowsOf('rollups')})
    WHERE arrayExists(figure -> figure NOT IN ('0', ''), mapValues(figures))
    GROUP BY dimension, value
    HAVING ofEvents != ofRollups)
  ARRAY JOIN mapKeys(mapUpdate(ofEvents, ofRollups)) AS figure
  WHERE rollups != events
  ORDER BY dimension, value, figure
  LIMIT ${listedMax}`,
    params: { ...sides.events.from.params, ...sides.rollups.from.params },
  };
}

interface Side {
  /** SQL expressions over the rows of `from`. */
  dimension: string;
  value: string;
  figures: readonly string[];
  from: Statement;
}

function sideOf({ workspaceId, range, subject }: Comparison, side: 'events' | 'rollups'): Side {
  if (subject === 'visits') {
    const sql = visitsOf(workspaceId, side === 'rollups' ? 'visits' : 'manyEvents', range);
    return { dimension: "'visits'", value: 'day', figures: visitFigures, from: { sql, params: { workspaceId } } };
  }
  const source = side === 'rollups' ? 'rollups' : 'manyEvents';
  const subset = { workspaceId, source, filters: [] } as const;
  if ('paths' in subject) {
    return {
      dimension: "'title'",
      value: 'path',
      figures: ['title'],
      from: titles({ ...subset, range }, subject.paths),
    };
  }
  const { dimensions, by } = subject;
  const from = { sql: breakdownOf(subset, [{ range, dimensions, buckets: by && [by.run] }]), params: { workspaceId } };
  const figures = ['count', 'uniques', 'engagedMs', 'left'];
  if (!by) return { dimension: 'dimension', value: 'value', figures, from };
  const { startMs, widthMs } = by.run;
  return {
    dimension: `concat(dimension, ' by ${by.name}')`,
    value: `toString(toDateTime(intDiv(${startMs} + ${widthMs} * toInt64(value), 1000), 'UTC'))`,
    figures,
    from,
  };
}

/** The comparisons of a range: every figure that an endpoint can return. */
import type { Warehouse } from '../driver/port.ts';
import { breakdownDimensions, trafficDimensions } from '../queries/breakdown-dimensions.ts';
import { breakdownRow } from '../queries/sql/breakdown.ts';
import { firstOfLists } from '../queries/sql/lists.ts';
import { limitMax } from '../queries/parameters/parameters.ts';
import type { Range } from '../queries/time/range.ts';
import { runInUtc } from '../queries/time/time-buckets.ts';
import { readRows } from '../driver/read-rows.ts';
import type { Comparison } from './compare.ts';
import type { ChosenRange } from './ranges.ts';

/** The most events times dimensions in the first try of a statement: some seconds on two processors. */
const statementMax = 16_000_000;
/** The buckets of series that are compared. */
const series = ['hour', 'day', 'week'] as const;

export async function comparisonsOf(
  warehouse: Pick<Warehouse, 'read'>,
  workspaceId: string,
  { kind, range, events }: ChosenRange,
): Promise<Comparison[]> {
  // Titles of parts of days are read from the same rows as those of whole days.
  const paths = kind === 'parts of days' ? [] : await listPages(warehouse, workspaceId, range);
  const atOnce = Math.max(1, Math.floor(statementMax / Math.max(events, 1)));
  const groups = Array.from({ length: Math.ceil(breakdownDimensions.length / atOnce) }, (_, index) => ({
    dimensions: breakdownDimensions.slice(index * atOnce, (index + 1) * atOnce),
  }));
  return [
    ...[...groups, ...(paths.length > 0 ? [{ paths }] : [])].map((subject) => ({ workspaceId, range, subject })),
    // Every session starts on one of the days, or in the history of a small workspace.
    ...(kind === 'days' || kind === 'history' ? [{ workspaceId, range, subject: 'visits' as const }] : []),
    ...(kind === 'history' ? series.map((by) => ({ workspaceId, range, subject: seriesOf(range, by) })) : []),
  ];
}

/** Returns the pages that a result can list: their titles are requested by path. */
async function listPages(warehouse: Pick<Warehouse, 'read'>, workspaceId: string, range: Range): Promise<string[]> {
  const ranked = firstOfLists(
    { workspaceId, source: 'rollups', filters: [] },
    [{ range, dimensions: ['path'] }],
    limitMax,
  );
  return (await readRows(warehouse, breakdownRow, ranked)).map(({ value }) => value);
}

function seriesOf(range: Range, name: (typeof series)[number]): Comparison['subject'] {
  return { dimensions: trafficDimensions, by: { name, run: runInUtc(range, name) } };
}

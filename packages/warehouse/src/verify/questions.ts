/** What is asked about a range: every figure that an endpoint can show of it. */
import type { Warehouse } from '../driver/port.ts';
import { dimensions } from '../queries/dimensions.ts';
import { breakdown, breakdownRow } from '../queries/sql/breakdown.ts';
import { limitMax } from '../queries/sql/parameters.ts';
import { dayMs, hourMs, type Range } from '../queries/sql/range.ts';
import { readRows } from '../queries/sql/read-rows.ts';
import type { Buckets } from '../queries/sql/rollups.ts';
import type { Question } from './compare.ts';
import type { Asked, Kind } from './ranges.ts';

/** Events times dimensions that one statement is first tried with; some seconds of two processors. */
const statementMax = 16_000_000;

export async function questionsOf(
  warehouse: Pick<Warehouse, 'read'>,
  workspaceId: string,
  { kind, range, events }: Asked,
): Promise<Question[]> {
  // Page details are read from the same rows for parts of days as for whole ones.
  const paths = kind === 'parts of days' ? [] : await listPages(warehouse, workspaceId, range);
  const atOnce = Math.max(1, Math.floor(statementMax / Math.max(events, 1)));
  const groups = Array.from({ length: Math.ceil(dimensions.length / atOnce) }, (_, index) => ({
    dimensions: dimensions.slice(index * atOnce, (index + 1) * atOnce),
  }));
  const asked = [...groups, ...(paths.length > 0 ? [{ paths }] : [])].map((of) => ({ workspaceId, range, of }));
  return [...asked, ...trafficOf(kind, range).map((one) => ({ workspaceId, ...one }))];
}

/** Those that an answer can list: their details are asked for by path. */
async function listPages(warehouse: Pick<Warehouse, 'read'>, workspaceId: string, range: Range): Promise<string[]> {
  const ranked = breakdown({ workspaceId, range, source: 'rollups' }, ['path'], limitMax);
  return (await readRows(warehouse, breakdownRow, ranked)).map(({ value }) => value);
}

/** The series of all of history has each hour, day and week; a random range is compared with the one before it, as in an overview. */
function trafficOf(kind: Kind, range: Range): Pick<Question, 'range' | 'of'>[] {
  if (kind === 'history') {
    return [
      { range, of: { trafficBy: 'hour', buckets: bucketsOf(range, hourMs, 0) } },
      { range, of: { trafficBy: 'day', buckets: bucketsOf(range, dayMs, 0) } },
      { range, of: { trafficBy: 'week', buckets: bucketsOf(range, 7 * dayMs, mondayMs) } },
    ];
  }
  if (kind !== 'random ranges') return [];
  const widthMs = range.endMs - range.startMs;
  const both = { startMs: range.startMs - widthMs, endMs: range.endMs };
  return [{ range: both, of: { trafficBy: 'range', buckets: { originMs: both.startMs, widthMs } } }];
}

/** A Monday: day 0 of the epoch was a Thursday. */
const mondayMs = -3 * dayMs;

function bucketsOf({ startMs }: Range, widthMs: number, anchorMs: number): Buckets {
  return { originMs: anchorMs + Math.floor((startMs - anchorMs) / widthMs) * widthMs, widthMs };
}

/** The scope of a read: a range of a workspace, its source and its filters. */
import type { Filter } from './parameters/filters.ts';
import type { Source } from './source.ts';
import type { Bound } from './sql/binder.ts';
import { conditionsOf } from './sql/conditions.ts';
import { type Period, type Range, toPeriod, wholeHours } from './time/range.ts';

/** The workspace, source and filters of a read. */
export interface Subset {
  workspaceId: string;
  source: Source;
  /** Empty if the source is the rollups. */
  filters: readonly Filter[];
}

export interface Scope extends Subset {
  /** A range of whole hours if it is read from rollups, which store nothing finer. */
  range: Range;
}

/** The scope of a range; its bounds are widened if the source stores whole hours only. */
export function scopeOf({ workspaceId, source, filters }: Subset, range: Range): Scope {
  return { workspaceId, source, filters, range: source === 'rollups' ? wholeHours(range) : range };
}

/** The values that its statements bind. */
export function boundBy({ workspaceId, filters }: Subset): Record<string, Bound> {
  return { workspaceId, ...conditionsOf(filters).params };
}

/** Returns the range that was used for `requested`. An end in the future is returned as requested, because no events exist after it. */
export function periodOf({ range }: Scope, requested: Range, nowMs: number): Period {
  return toPeriod({ ...range, endMs: requested.endMs >= nowMs ? requested.endMs : range.endMs });
}

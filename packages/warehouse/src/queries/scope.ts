/** What a question is about: a workspace's range, and where it is read from. */
import type { Source } from './source.ts';
import { type Period, type Range, toPeriod, wholeHours } from './sql/range.ts';

export interface Scope {
  workspaceId: string;
  source: Source;
  /** Of whole hours when it is read from rollups, which know no others. */
  range: Range;
}

/** The scope of a range; its bounds are widened where the source knows whole hours only. */
export function scopeOf(workspaceId: string, source: Source, range: Range): Scope {
  return { workspaceId, source, range: source === 'rollups' ? wholeHours(range) : range };
}

/** The bounds used for `asked`. Behind an end that is not over yet there is no event, so it is as it was asked for. */
export function periodOf({ range }: Scope, asked: Range, nowMs: number): Period {
  return toPeriod({ ...range, endMs: asked.endMs >= nowMs ? asked.endMs : range.endMs });
}

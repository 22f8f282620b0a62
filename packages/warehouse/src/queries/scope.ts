/** What a question is about: a workspace's range, and where it is read from. */
import type { Source } from './source.ts';
import { type Range, wholeHours } from './sql/range.ts';

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

/** What a statement of a query is about: a workspace's range, and where it is read from. */
import type { ParameterValue } from '../driver/port.ts';
import type { Source } from './source.ts';
import { bindRange } from './sql/events.ts';
import { type Range, wholeHours } from './sql/range.ts';
import { bindHours } from './sql/rollups.ts';

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

/** Values of the parameters that the SQL of the scope's source uses. */
export function bindScope({ workspaceId, source, range }: Scope): Record<string, ParameterValue> {
  return source === 'events' ? bindRange(workspaceId, range) : bindHours(workspaceId, range);
}

/** A query: one endpoint's parameters, result, lifetime and computation, as a value. */
import { dayMs } from '@footfall/schemas';
import type { z } from 'zod';
import type { Reader } from '../driver/port.ts';
import type { Figures } from './figures.ts';
import type { RequestContext, ResolvedParams } from './parameters/resolved-params.ts';
import { periodOf, type Scope, scopeOf } from './scope.ts';
import type { Choice, Source, SourceChooser } from './source.ts';
import { isEmpty, type Period, previousRange, type Range, toPeriod, yearsAfter } from './time/range.ts';
import { hasWholeHours } from './time/zone.ts';

/** The context in which an answer is computed. */
export interface QueryContext {
  workspaceId: string;
  /** Chooses the source of the answer, unless the request needs another. */
  sources: SourceChooser;
  figures: Figures;
  /** Reads what is never read from rollups. */
  reader: Pick<Reader, 'read'>;
}

/** An answer, the range that it is about, and the one that it is compared with. */
export interface Computed {
  result: Record<string, unknown>;
  period: Period;
  comparedPeriod: Period | undefined;
  /** The choice of the source for the workspace; null if the answer always comes from `events`. */
  choice: Choice | null;
}

export interface Query<
  Params extends z.ZodObject = z.ZodObject,
  Resolved extends ResolvedParams = ResolvedParams,
  Result extends z.ZodObject = z.ZodObject,
  Name extends string = string,
> {
  /** Last part of the path: `/api/v1/analytics/<name>`. */
  name: Name;
  /** One sentence for the API's documentation. */
  summary: string;
  /** The schema for the strings of the query string; unknown ones are ignored. What is omitted stays undefined, so that it can share a cache entry. */
  params: Params;
  /** The fields at the top level of the answer, beside the envelope's. */
  result: Result;
  cacheTtlSeconds: number;
  /** Set where the answer can list the workspace's goals: a cached one then counts only for the same goals. */
  listsGoals?: true;
  /** Resolves the parameters at the time of the request, with defaults. Throws BAD_REQUEST, which names the parameter, for values that are invalid only together or at this time. */
  resolve(params: z.output<Params>, request: RequestContext): Resolved;
  /** Returns the earlier range that an answer about `range` is compared with; undefined, or empty, if it is compared with none. */
  comparedRange?(resolved: Resolved, range: Range, nowMs: number): Range | undefined;
  /** `scope` is the scope of the requested range, `compared` that of `comparedRange` unless it is empty, and `period` the range as the response shows it. */
  run(
    resolved: Resolved,
    context: QueryContext & { scope: Scope; compared: Scope | undefined; period: Period },
  ): Promise<z.input<Result>>;
}

/** Declares a query, with the types of its parts inferred. */
export function defineQuery<
  Params extends z.ZodObject,
  Resolved extends ResolvedParams,
  Result extends z.ZodObject,
  const Name extends string,
>(query: Query<Params, Resolved, Result, Name>): Query<Params, Resolved, Result, Name> {
  return query;
}

/** Computes an answer at `nowMs`, epoch milliseconds. Rejects with UNAVAILABLE when the store does not answer, or a limit is reached. */
export async function runQuery(
  query: Query,
  resolved: ResolvedParams,
  context: QueryContext,
  nowMs: number,
): Promise<Computed> {
  const { workspaceId } = context;
  const { range, filters } = resolved;
  const choice = resolved.needs === 'events' ? null : await context.sources.choose(workspaceId);
  const source = choice ? sourceOf(resolved, choice.source) : 'manyEvents';
  const scope = scopeOf({ workspaceId, source, filters }, range);
  const period = periodOf(scope, range, nowMs);
  const earlier = query.comparedRange?.(resolved, scope.range, nowMs);
  // The year before may have none of the dates of the range: those of 29 February.
  const compared = earlier && !isEmpty(earlier) ? scopeOf(scope, earlier) : undefined;
  const result = await query.run(resolved, { ...context, scope, compared, period });
  return { result, period, comparedPeriod: compared && toPeriod(compared.range), choice };
}

/** The breakdown of the rollups has whole hours of UTC only and cannot be filtered. The range to compare with is read from the same source. */
function sourceOf({ needs, range, zone, filters }: ResolvedParams, chosen: Choice['source']): Source {
  if (chosen === 'events' || chosen === 'manyEvents') return chosen;
  const earliestMs = Math.min(previousRange(range).startMs, yearsAfter(range.startMs, -1)) - dayMs;
  const hasHours = hasWholeHours(zone, { startMs: earliestMs, endMs: range.endMs });
  return needs === undefined && filters.length === 0 && hasHours ? chosen : 'visits';
}

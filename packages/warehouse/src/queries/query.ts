/** A query: the parameters, result, cache time and computation of one endpoint, as a value. */
import { dayMs } from '@footfall/schemas';
import type { z } from 'zod';
import type { Reader } from '../driver/port.ts';
import { Figures } from './figures.ts';
import type { RequestContext, ResolvedParams } from './parameters/resolved-params.ts';
import { periodOf, type Scope, scopeOf } from './scope.ts';
import type { Choice, Source, ChooseSource } from './source.ts';
import { isEmpty, type Period, previousRange, type Range, toPeriod, yearsAfter } from './time/range.ts';
import { hasWholeHours } from './time/zone.ts';

/** The context in which a result is computed. */
interface QueryContext {
  /** The scope of the requested range. */
  scope: Scope;
  /** The scope of `comparedRange`; undefined if there is none, or it is empty. */
  compared: Scope | undefined;
  /** The range as the response shows it. */
  period: Period;
  figures: Figures;
  /** Reads what is never read from rollups. */
  reader: Pick<Reader, 'read'>;
}

/** A result, the range that it is about, and the one that it is compared with. */
interface Computed {
  result: Record<string, unknown>;
  period: Period;
  comparedPeriod: Period | undefined;
  /** The source of the result: the one chosen for the workspace, unless the request needs another. */
  source: Source;
  /** The choice for the workspace; null if the result always comes from `events`. */
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
  /** The schema for the strings of the query string; unknown ones are ignored. Omitted ones stay undefined, so that it can share a cache entry. */
  params: Params;
  /** The fields at the top level of the result, in addition to the envelope's. */
  result: Result;
  cacheTtlSeconds: number;
  /** Resolves the parameters at the time of the request, with defaults. Throws BAD_REQUEST, which names the parameter, for values that are invalid only together or at this time. */
  resolve(params: z.output<Params>, request: RequestContext): Resolved;
  /** Returns the earlier range that a result about `range` is compared with; undefined, or empty, if it is compared with none. */
  comparedRange?(resolved: Resolved, range: Range, nowMs: number): Range | undefined;
  run(resolved: Resolved, context: QueryContext): Promise<z.input<Result>>;
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

interface RunnerDeps {
  reader: Pick<Reader, 'read'>;
  chooseSource: ChooseSource;
}

/** Computes a result at `nowMs`, epoch milliseconds. Rejects with UNAVAILABLE if the store does not respond, or a limit is reached. */
type RunQuery = (query: Query, resolved: ResolvedParams, workspaceId: string, nowMs: number) => Promise<Computed>;

/** Returns a function that computes results, from the source that `chooseSource` returns unless the request needs another. Create one per process, because it reads concurrent requests together. */
export function createQueryRunner({ reader, chooseSource }: RunnerDeps): RunQuery {
  const figures = new Figures(reader);
  return async (query, resolved, workspaceId, nowMs) => {
    const { range, filters } = resolved;
    const choice = resolved.needs === 'events' ? null : await chooseSource(workspaceId);
    const source = choice ? sourceOf(resolved, choice.source) : 'manyEvents';
    const scope = scopeOf({ workspaceId, source, filters }, range);
    const period = periodOf(scope, range, nowMs);
    const earlier = query.comparedRange?.(resolved, scope.range, nowMs);
    // The year before may have none of the dates of the range: those of 29 February.
    const compared = earlier && !isEmpty(earlier) ? scopeOf(scope, earlier) : undefined;
    const result = await query.run(resolved, { scope, compared, period, figures, reader });
    return { result, period, comparedPeriod: compared && toPeriod(compared.range), source, choice };
  };
}

/** The breakdown of the rollups has whole hours of UTC only and cannot be filtered. The range to compare with is read from the same source. */
function sourceOf({ needs, range, zone, filters }: ResolvedParams, chosen: Choice['source']): Source {
  if (chosen === 'events' || chosen === 'manyEvents') return chosen;
  const earliestMs = Math.min(previousRange(range).startMs, yearsAfter(range.startMs, -1)) - dayMs;
  const hasHours = hasWholeHours(zone, { startMs: earliestMs, endMs: range.endMs });
  return needs === undefined && filters.length === 0 && hasHours ? chosen : 'visits';
}

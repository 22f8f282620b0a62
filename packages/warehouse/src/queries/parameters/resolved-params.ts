/** The parameters that all endpoints with a range have in common, and what they resolve to: the range, its time zone and the filters. */
import type { Goal } from '@footfall/schemas';
import type { Range } from '../time/range.ts';
import { utc, type Zone, zoneOf } from '../time/zone.ts';
import { type Filter, filterParam, readFilters } from './filters.ts';
import { type GivenRange, resolveRange } from './given-range.ts';
import { rangeParams } from './parameters.ts';

export interface ResolvedParams {
  range: Range;
  /** The time zone of the dates and hours of the range and its buckets. */
  zone: Zone;
  filters: readonly Filter[];
  /** Set if the result needs more than the breakdown of the rollups: `visits` if `visits` has it, otherwise `events`. */
  needs?: 'events' | 'visits' | undefined;
}

/** The time of a request, the goals of its workspace, and the fixed filters of its caller. */
export interface RequestContext {
  /** Epoch milliseconds. */
  nowMs: number;
  /** The goals of the workspace. */
  goals: readonly Goal[];
  /** Texts of filters that narrow every result to this caller. */
  fixedFilters: readonly string[];
}

export const commonParams = { ...rangeParams, filter: filterParam };

export interface CommonParams extends GivenRange {
  filter?: string[] | undefined;
  /** The canonical name; UTC if it is left out. */
  timezone?: string | undefined;
}

/** Returns the range, time zone and filters of a request. Throws BAD_REQUEST for an invalid range or filter. */
export function resolveParams(given: CommonParams, request: RequestContext): ResolvedParams {
  const zone = given.timezone === undefined ? utc : zoneOf(given.timezone);
  const filters = readFilters(given.filter ?? [], request);
  return { range: resolveRange(given, request.nowMs, zone), zone, filters };
}

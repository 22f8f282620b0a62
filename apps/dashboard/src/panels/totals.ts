/** The figures of the tiles, for the range and for the comparison. */
import type { QueryResult } from '@footfall/client';
import type { Access } from '../resources/api.ts';
import { type Known, mapKnown } from '../resources/cache.ts';
import { type AnalyticsResource, analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { boundsOf, comparableBounds, daysOf, isEmpty } from '../state/range.ts';
import type { Metric, View } from '../state/view.ts';

/** The figures by metric; means are undefined if there were no sessions. */
type Totals = Readonly<Record<Metric, number | undefined>>;

export interface BothTotals {
  current: Known<Totals>;
  /** The earlier figures; absent without a comparison, or if there is nothing to compare with yet. */
  before: Known<Totals> | undefined;
  /** The totals of the range, without those of the comparison. */
  resource: AnalyticsResource<QueryResult<'overview'>>;
}

export function useTotals(view: View, access: Access, localMs: number): BothTotals {
  const days = daysOf(view.range, localMs);
  const resource = analyticsResource(access, 'overview', boundsOf(days));
  const { comparison } = view;
  const before = comparison && comparableBounds(days, comparison, localMs);
  const isCompared = before && !isEmpty(before, access.timezone);
  const current = mapKnown(useResource(resource), totalsOf);
  const earlier = useResource(isCompared ? analyticsResource(access, 'overview', before) : undefined);
  return { current, before: isCompared ? mapKnown(earlier, totalsOf) : undefined, resource };
}

function totalsOf(overview: QueryResult<'overview'>): Totals {
  const { uniqueVisitors, sessions, pageviews, bounceRate, avgDuration } = overview;
  const mean = (figure: number) => (sessions > 0 ? figure : undefined);
  return {
    visitors: uniqueVisitors,
    sessions,
    pageviews,
    viewsPerSession: mean(pageviews / sessions),
    bounceRate: mean(bounceRate),
    avgDuration: mean(avgDuration),
  };
}

/** The last month in which a workspace had visits. */
import { addDays, addMonths, dayOf, firstOfMonth } from '../state/days.ts';
import { clockMs } from '../state/zone.ts';
import { type Access, accessKey } from './api.ts';
import { analyticsResource, type Resource } from './resource.ts';

/** The longest span of a result. */
const monthsAtOnce = 59;
/** The limit of the search: visits of more than twenty years ago are not found. */
const spansMax = 4;

/** Returns the first day of the last month with visits; null if there was none. */
export function lastVisitsResource(access: Access): Resource<string | null> {
  return {
    key: `${accessKey(access)} last visits`,
    async load(isFresh) {
      let end = dayOf(clockMs(Date.now(), access.timezone));
      let last: string | undefined;
      for (let span = 0; span < spansMax && last === undefined; span += 1) {
        const start = firstOfMonth(addMonths(end, -monthsAtOnce));
        const months = analyticsResource(access, 'series', { metrics: ['visitors'], granularity: 'month', start, end });
        const { result } = await months.load(isFresh);
        last = result.data.findLast(({ visitors }) => visitors)?.date.slice(0, 10);
        end = addDays(start, -1);
      }
      return { result: last ?? null, asOfMs: 0 };
    },
  };
}

/** When a workspace had its first and its last visits. */
import { addDays, addMonths, dayOf, firstOfMonth, lastOfMonth } from '../state/days.ts';
import { clockMs } from '../state/zone.ts';
import { type Access, accessKey } from './api.ts';
import { analyticsResource, type Resource } from './resource.ts';

/** The longest span of a result. */
const monthsAtOnce = 59;
/** The limit of the search: visits of more than twenty years ago are not found. */
const spansMax = 4;

/** Returns the first day with visits; null if there was none. */
export function firstVisitResource(access: Access): Resource<string | null> {
  return {
    key: `${accessKey(access)} first visit`,
    async load(isFresh) {
      const [month] = await monthsWithVisits(access, isFresh);
      const [day] = month === undefined ? [] : await timesWithVisits(access, 'day', month, lastOfMonth(month), isFresh);
      return { result: day ?? null, asOfMs: 0 };
    },
  };
}

/** Returns the first day of the last month with visits; null if there was none. */
export function lastVisitsResource(access: Access): Resource<string | null> {
  return {
    key: `${accessKey(access)} last visits`,
    load: async (isFresh) => ({ result: (await monthsWithVisits(access, isFresh)).at(-1) ?? null, asOfMs: 0 }),
  };
}

/** Returns the first day of each month with visits. */
async function monthsWithVisits(access: Access, isFresh: boolean): Promise<string[]> {
  const spans: Promise<string[]>[] = [];
  let last = dayOf(clockMs(Date.now(), access.timezone));
  for (let span = 0; span < spansMax; span += 1) {
    const first = firstOfMonth(addMonths(last, -monthsAtOnce));
    spans.unshift(timesWithVisits(access, 'month', first, last, isFresh));
    last = addDays(first, -1);
  }
  return (await Promise.all(spans)).flat();
}

/** Returns the first day of each bucket with visits. */
async function timesWithVisits(
  access: Access,
  granularity: 'day' | 'month',
  start: string,
  end: string,
  isFresh: boolean,
): Promise<string[]> {
  const buckets = analyticsResource(access, 'series', { metrics: ['visitors'], granularity, start, end });
  const { result } = await buckets.load(isFresh);
  return result.data.flatMap(({ date, visitors }) => (visitors ? [date.slice(0, 'YYYY-MM-DD'.length)] : []));
}

/** The last month in which a workspace had visits. */
import { addDays, addMonths, dayOf, firstOfMonth } from '../state/days.ts';
import { clockMs, zoneOf } from '../state/zone.ts';
import { type Access, accessKey } from './api.ts';
import { analyticsQuestion, type Question } from './question.ts';

/** The longest span of an answer. */
const monthsAtOnce = 59;
/** Visits of more than twenty years ago are not searched for. */
const spansMax = 4;

/** Returns the question for the first day of the last month with visits; the answer is null if there was none. */
export function lastVisitsQuestion(access: Access): Question<string | null> {
  return {
    key: `${accessKey(access)} last visits`,
    needsAccess: true,
    async load(isFresh) {
      let end = dayOf(clockMs(Date.now(), zoneOf(access.scope?.timezone)));
      let last: string | undefined;
      for (let span = 0; span < spansMax && last === undefined; span += 1) {
        const start = firstOfMonth(addMonths(end, -monthsAtOnce));
        const months = analyticsQuestion(access, 'series', { metrics: ['visitors'], granularity: 'month', start, end });
        const { answer } = await months.load(isFresh);
        last = answer.data.findLast(({ visitors }) => visitors)?.date.slice(0, 10);
        end = addDays(start, -1);
      }
      return { answer: last ?? null, asOfMs: 0 };
    },
  };
}

/** The last month in which a workspace had visits. */
import { addDays, addMonths, dayOf, firstOfMonth } from '../state/days.ts';
import { type Access, accessKey } from './api.ts';
import { analyticsQuestion, type Question } from './question.ts';

/** The longest span of an answer. */
const monthsAtOnce = 59;
/** Visits of more than twenty years ago are not searched for. */
const spansMax = 4;

/** Returns the question for the first day of the last month with visits; the answer is null if there was none. */
export function lastVisitsQuestion(access: Access, nowMs: number): Question<string | null> {
  const today = dayOf(nowMs);
  return {
    key: `${accessKey(access)} last visits`,
    async load(isFresh) {
      let end = today;
      let asOfMs = nowMs;
      for (let span = 0; span < spansMax; span += 1) {
        const start = firstOfMonth(addMonths(end, -monthsAtOnce));
        const months = analyticsQuestion(access, 'series', { metrics: ['visitors'], granularity: 'month', start, end });
        const found = await months.load(isFresh);
        const last = found.answer.data.findLast(({ visitors }) => visitors);
        if (last !== undefined) return { answer: last.date.slice(0, 10), asOfMs };
        asOfMs = Math.min(asOfMs, found.asOfMs);
        end = addDays(start, -1);
      }
      return { answer: null, asOfMs };
    },
  };
}

/** The figures of the tiles, for the range and for the comparison. */
import type { Answer } from '@footfall/client';
import type { Access } from '../questions/api.ts';
import { type Known, mapKnown } from '../questions/answers.ts';
import { type AnalyticsQuestion, analyticsQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { boundsOf, comparableBounds, daysOf, isEmpty } from '../state/range.ts';
import type { Metric, View } from '../state/view.ts';
import { zoneOf } from '../state/zone.ts';

/** Means are undefined if there were no sessions. */
type Totals = Readonly<Record<Metric, number | undefined>>;

export interface BothTotals {
  current: Known<Totals>;
  /** Absent without a comparison, or if there is nothing to compare with yet. */
  before: Known<Totals> | undefined;
  /** The question for the range itself. */
  question: AnalyticsQuestion<Answer<'overview'>>;
}

export function useTotals(view: View, access: Access, localMs: number): BothTotals {
  const days = daysOf(view.range, localMs);
  const question = analyticsQuestion(access, 'overview', boundsOf(days));
  const { comparison } = view;
  const before = comparison === 'none' ? undefined : comparableBounds(days, comparison, localMs);
  const isCompared = before && !isEmpty(before, zoneOf(access.scope?.timezone));
  const current = mapKnown(useAnswer(question), totalsOf);
  const earlier = useAnswer(isCompared ? analyticsQuestion(access, 'overview', before) : undefined);
  return { current, before: isCompared ? mapKnown(earlier, totalsOf) : undefined, question };
}

function totalsOf(overview: Answer<'overview'>): Totals {
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

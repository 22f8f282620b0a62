/** Retention: the visitors who are first seen in a period, and the number of them who are seen in each later one. */
import { AppError } from '@footfall/errors';
import { z } from 'zod';
import { choiceParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { percentage } from '../rounding.ts';
import { boundBy } from '../scope.ts';
import { readRows } from '../../driver/read-rows.ts';
import { isMatchingEvent } from '../sql/sessions.ts';
import { bucketOf } from '../sql/slice.ts';
import { timeBuckets } from '../time/time-buckets.ts';
import { count, fields, percent } from './result-fields.ts';

const periods = ['day', 'week', 'month'] as const;
/** A result has half as many numbers as the square of this. */
const periodsMax = 400;

const row = z.object({ cohort: z.int(), later: z.int(), visitors: z.int(), followed: z.int() });

export const retention = defineQuery({
  name: 'retention',
  summary: 'Visitors by the period in which they were first seen, and how many of them were seen again later.',
  params: z.object({
    ...commonParams,
    granularity: choiceParam('granularity', periods, {
      description: 'Length of a period. Default: week.',
      default: 'week',
    }),
  }),
  result: z.strictObject({
    granularity: z.enum(periods).describe('Length of the periods.'),
    data: z
      .array(
        z
          .strictObject({
            date: fields.date,
            visitors: count.describe('Distinct visitors whose first event in the range is in this period.'),
            returned: z.array(count).describe('Number of them who were seen in this period and in each later one.'),
          })
          .meta({ id: 'RetentionCohort' }),
      )
      .describe('Every period of the range, in order.'),
    followed: percent.describe(
      'Share of the visitors in the range who can be recognized on later days because a client sent an ID for them or their sessions, in percent.',
    ),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'week', ...params }, request) {
    const resolved = resolveParams(params, request);
    const { buckets, dates } = timeBuckets(resolved.range, granularity, resolved.zone);
    if (dates.length > periodsMax) {
      throw new AppError(
        'BAD_REQUEST',
        `granularity must divide the range into at most ${periodsMax} periods, got ${dates.length} by ${granularity}`,
      );
    }
    return { ...resolved, needs: 'visits' as const, granularity, buckets, dates };
  },
  async run({ granularity, buckets, dates }, { scope, reader }) {
    const sql = `
  SELECT cohort, period - cohort AS later, count() AS visitors, countIf(NOT is_derived_visitor) AS followed
  FROM (
    SELECT groupUniqArray(${bucketOf('toUnixTimestamp64Milli(timestamp)', buckets, 1)}) AS seen,
      arrayMin(seen) AS cohort, min(is_derived) AS is_derived_visitor
    FROM events
    WHERE ${isMatchingEvent(scope, [scope.range])}
    GROUP BY visitor_id
  )
  ARRAY JOIN seen AS period
  GROUP BY cohort, later`;
    const rows = await readRows(reader, row, { sql, params: boundBy(scope) });
    const firsts = rows.filter(({ later }) => later === 0);
    const sum = (figure: 'visitors' | 'followed') => firsts.reduce((total, first) => total + first[figure], 0);
    const returned = dates.map((_, cohort) => Array.from({ length: dates.length - cohort }, () => 0));
    for (const { cohort, later, visitors } of rows) returned[cohort]?.splice(later, 1, visitors);
    return {
      granularity,
      data: dates.map((date, cohort) => ({
        date,
        visitors: returned[cohort]?.[0] ?? 0,
        returned: returned[cohort] ?? [],
      })),
      followed: percentage(sum('followed'), sum('visitors')),
    };
  },
});

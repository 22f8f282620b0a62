/** Goals: the visitors who reached each goal of the workspace, its events, and their value. */
import type { Goal } from '@footfall/schemas';
import { z } from 'zod';
import type { Reader } from '../../driver/port.ts';
import { compareParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { percentage } from '../rounding.ts';
import { boundBy, type Scope } from '../scope.ts';
import { binder } from '../sql/binder.ts';
import { reachesGoal } from '../sql/conditions.ts';
import { propNumber } from '../sql/props.ts';
import { readRows } from '../../driver/read-rows.ts';
import { isMatchingEvent } from '../sql/sessions.ts';
import { comparedRange } from '../time/compared-range.ts';
import { count, decimal, percent } from './result-fields.ts';

const goalFields = {
  visitors: count.describe('Distinct visitors who reached the goal.'),
  events: count.describe('Events that reached the goal.'),
  conversionRate: percent.describe('Share of all visitors in the range who reached the goal, in percent.'),
  value: decimal.describe("Sum of the goal's value property over these events."),
};

export const goals = defineQuery({
  name: 'goals',
  summary: 'The goals of the workspace, with the visitors and events that reached each.',
  params: z.object({ ...commonParams, compare: compareParam }),
  result: z.strictObject({
    data: z
      .array(
        z
          .strictObject({
            goalId: z.string().describe('ID of the goal.'),
            name: z.string().describe('Name of the goal.'),
            ...goalFields,
            previous: z
              .strictObject(goalFields)
              .meta({ id: 'PreviousGoalFigures' })
              .optional()
              .describe('Only with compare: the figures of the same goal in the earlier range.'),
          })
          .meta({ id: 'GoalEntry' }),
      )
      .describe('All goals, most visitors first.'),
  }),
  cacheTtlSeconds: 300,
  resolve({ compare, ...params }, request) {
    return { ...resolveParams(params, request), needs: 'visits' as const, goals: request.goals, compare };
  },
  comparedRange: ({ compare, zone }, range, nowMs) => comparedRange(range, compare, zone, nowMs),
  async run({ goals: all }, { scope, compared, reader }) {
    if (all.length === 0) return { data: [] };
    const [now, before] = await Promise.all([
      figuresOf(reader, scope, all),
      compared && figuresOf(reader, compared, all),
    ]);
    const data = all.map(({ goalId, name }, index) => ({
      goalId,
      name,
      ...now(index),
      ...(before && { previous: before(index) }),
    }));
    return { data: data.toSorted((a, b) => b.visitors - a.visitors || Buffer.compare(bytes(a.name), bytes(b.name))) };
  },
});

const bytes = (text: string) => Buffer.from(text, 'utf8');

const nothing = { visitors: 0, events: 0, conversionRate: 0, value: 0 };

/** The number under which all events are counted; the goals are numbered from 1. */
const anyEvent = 0;

const row = z.object({ number: z.int(), visitors: z.int(), n: z.int(), value: z.string() });

/** Reads the figures of each goal. The result returns them by the goal's index. */
async function figuresOf(reader: Pick<Reader, 'read'>, scope: Scope, all: readonly Goal[]) {
  const { bind, params } = binder('goal');
  const reached = all.map((goal) => reachesGoal(goal, bind));
  const valueProps = [...new Set(all.flatMap(({ valueProp }) => valueProp ?? []))];
  const values = valueProps.flatMap((prop) => {
    const numbers = all.flatMap(({ valueProp }, index) => (valueProp === prop ? [index + 1] : []));
    return [`number IN (${numbers.join(', ')})`, propNumber(prop, bind)];
  });
  // The engine plans one array with all conditions in a fraction of the time for separate aggregates.
  const sql = `
  SELECT number, uniqExact(visitor_id) AS visitors, count() AS n,
    toString(sum(${values.length > 0 ? `multiIf(${values.join(', ')}, 0)` : '0'})) AS value
  FROM events
  ARRAY JOIN ${JSON.stringify([anyEvent, ...all.map((_, index) => index + 1)])} AS number,
    [${['true', ...reached].join(', ')}] AS is_reached
  WHERE is_reached AND ${isMatchingEvent(scope, [scope.range])}
  GROUP BY number`;
  const rows = await readRows(reader, row, { sql, params: { ...boundBy(scope), ...params } });
  const byNumber = new Map(rows.map((found) => [found.number, found]));
  return (index: number) => {
    const found = byNumber.get(index + 1);
    if (!found) return nothing;
    const conversionRate = percentage(found.visitors, byNumber.get(anyEvent)?.visitors ?? 0);
    return { visitors: found.visitors, events: found.n, conversionRate, value: Number(found.value) };
  };
}

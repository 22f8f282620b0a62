/** Funnel: the number of visitors who reach each step after the previous ones, and of those who leave before it. */
import { z } from 'zod';
import { withinParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { readStep, stepParam, stepsMax } from '../parameters/steps.ts';
import { defineQuery } from '../query.ts';
import { percentage } from '../rounding.ts';
import { funnelOf } from '../sql/funnel.ts';
import { readRows } from '../../driver/read-rows.ts';
import { count, percent } from './result-fields.ts';

const row = z.object({ visitors: z.array(z.int()) });

export const funnel = defineQuery({
  name: 'funnel',
  summary: 'Visitors who reach a sequence of steps, in one session or within a time limit.',
  params: z.object({ ...commonParams, step: stepParam, within: withinParam }),
  result: z.strictObject({
    data: z
      .array(
        z
          .strictObject({
            step: z.string().describe('The step, as requested.'),
            visitors: count.describe('Distinct visitors who reached this step.'),
            dropOff: count.describe('Visitors who reached the previous step but not this one.'),
            conversionRate: percent.describe(
              'Share of the visitors of the first step who reached this one, in percent.',
            ),
          })
          .meta({ id: 'FunnelStep' }),
      )
      .max(stepsMax)
      .describe('The steps, in order.'),
  }),
  cacheTtlSeconds: 300,
  resolve: ({ step: texts, within, ...params }, request) => ({
    ...resolveParams(params, request),
    needs: 'visits' as const,
    texts,
    steps: texts.map((text) => readStep(text, request.goals)),
    withinMs: within,
  }),
  async run({ texts, steps, withinMs }, { scope, reader }) {
    const [found] = await readRows(reader, row, funnelOf(scope, steps, withinMs));
    const visitors = texts.map((_, index) => found?.visitors[index] ?? 0);
    const [first = 0] = visitors;
    return {
      data: texts.map((step, index) => {
        const came = visitors[index] ?? 0;
        return {
          step,
          visitors: came,
          dropOff: (visitors[index - 1] ?? came) - came,
          conversionRate: percentage(came, first),
        };
      }),
    };
  },
});

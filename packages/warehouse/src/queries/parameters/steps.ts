/** The steps of a funnel, as requests write them: goals, and filters of events. */
import { AppError } from '@footfall/errors';
import { type Goal, shownValue } from '@footfall/schemas';
import { z } from 'zod';
import { placeDimensionNames } from './dimension.ts';
import { type Filter, readFilter } from './filters.ts';

const stepsMin = 2;
export const stepsMax = 8;
const rule = `step must be given ${stepsMin} to ${stepsMax} times`;
const stepDimensionNames = [...placeDimensionNames, 'type', 'prop:<name>', 'goal'];

/** The texts of the steps, in their order. */
export const stepParam = z
  .union([z.string(), z.array(z.string())], { error: ({ input }) => `${rule}, got ${shownValue(input)}` })
  .transform((given, context) => {
    const texts = [given].flat();
    if (texts.length >= stepsMin && texts.length <= stepsMax) return texts;
    context.addIssue({ code: 'custom', message: `${rule}, got ${texts.length}` });
    return z.NEVER;
  })
  .meta({
    description: `A step, given ${stepsMin} to ${stepsMax} times in the order of the steps: the ID of a goal, or \`<dimension>:<operator>:<value>\` as in \`filter\`, with one of the dimensions ${stepDimensionNames.join(', ')}. By path a step is a page view.`,
    type: 'array',
    items: { type: 'string' },
    minItems: stepsMin,
    maxItems: stepsMax,
    param: { style: 'form', explode: true },
  });

/** Reads the text of a step. Throws BAD_REQUEST that says what is wrong with it. */
export function readStep(text: string, goals: readonly Goal[]): Filter {
  const goal = goals.find(({ goalId }) => goalId === text);
  if (goal) return { dimension: { of: 'happened', name: 'goal' }, operator: 'is', goal };
  if (!text.includes(':')) {
    const forms = 'the ID of a goal of the workspace, or <dimension>:<operator>:<value>';
    throw new AppError('BAD_REQUEST', `step must be ${forms}, got ${shownValue(text)}`);
  }
  return readFilter('step', text, goals, stepDimensionNames);
}

/** The steps of a funnel, as requests write them: goals, and filters of events. */
import { AppError } from '@footfall/errors';
import { type Goal, shownValue } from '@footfall/schemas';
import { pageDimensionNames } from './dimension.ts';
import { type Filter, readFilter } from './filters.ts';
import { textsParam } from './parameters.ts';

const stepsMin = 2;
export const stepsMax = 8;
const stepDimensionNames = [...pageDimensionNames, 'type', 'prop:<name>', 'goal'];

/** The texts of the steps, in their order. */
export const stepParam = textsParam(`step must be given ${stepsMin} to ${stepsMax} times`, stepsMin, stepsMax).meta({
  description: `A step; repeat the parameter for ${stepsMin} to ${stepsMax} steps in order. Each is the ID of a goal, or \`<dimension>:<operator>:<value>\` as in \`filter\`, with one of the dimensions ${stepDimensionNames.join(', ')}. A step by path is a pageview.`,
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems: stepsMin,
  maxItems: stepsMax,
  param: { style: 'form', explode: true },
});

/** Reads the text of a step. Throws BAD_REQUEST for an invalid step. */
export function readStep(text: string, goals: readonly Goal[]): Filter {
  const goal = goals.find(({ goalId }) => goalId === text);
  if (goal) return { dimension: { kind: 'happened', name: 'goal' }, operator: 'is', goal };
  if (!text.includes(':')) {
    const forms = 'the ID of a goal of the workspace, or <dimension>:<operator>:<value>';
    throw new AppError('BAD_REQUEST', `step must be ${forms}, got ${shownValue(text)}`);
  }
  return readFilter('step', text, goals, stepDimensionNames);
}

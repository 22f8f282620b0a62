/** Goals: actions that a workspace wants its visitors to take. */
import { z } from 'zod';
import { eventLimits, eventTypeRule, isEventType } from './event.ts';
import { canonicalPath } from './page-path.ts';
import { propsSchema, wantsProp } from './props.ts';
import { nameInput, workspaceId } from './resource-fields.ts';
import { must } from './shown.ts';

export const goalLimits = {
  goalsMax: 100,
  /** The most properties of all goals of a workspace: a statement that contains the conditions of them all must be one that the engine accepts. */
  propsMax: 300,
  pathCharsMax: 2_048,
} as const;

const typeError = must(`must be a string of 1 to ${eventLimits.typeCharsMax} characters`);
const pathError = must(
  `must start with / or *, not contain ? or #, and have at most ${goalLimits.pathCharsMax} characters`,
);
const valuePropError = must(`must be the name of a property, of 1 to ${eventLimits.propKeyCharsMax} characters`);

/** Stored events are well-formed as well, so the texts can be compared. */
const wellFormed = (text: string) => text.toWellFormed();

const descriptions = {
  name: 'Name of the goal.',
  type: 'Type of the events that reach it; either this or path.',
  path: 'Path of the pageviews that reach it, with * for any text and without query and fragment; either this or type.',
  props: 'Only events with all of these properties reach it; values are compared as text.',
  valueProp: 'Property whose numbers are summed as the value of the goal.',
};

// The documentation cannot derive the form from a transform.
const props = z
  .unknown()
  .superRefine(refuseNulls)
  .pipe(propsSchema)
  .optional()
  .meta({
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    description: descriptions.props,
  });

export const goalInputSchema = z
  .strictObject({
    name: nameInput.describe(descriptions.name),
    type: z
      .string(typeError)
      .min(1, typeError)
      .max(eventLimits.typeCharsMax, typeError)
      .refine(isEventType, must(eventTypeRule))
      .overwrite(wellFormed)
      .optional()
      .describe(descriptions.type),
    path: z
      .string(pathError)
      .max(goalLimits.pathCharsMax, pathError)
      .regex(/^[/*][^?#]*$/, pathError)
      .overwrite((path) => canonicalPath(wellFormed(path)))
      .optional()
      .describe(descriptions.path),
    props,
    valueProp: z
      .string(valuePropError)
      .min(1, valuePropError)
      .max(eventLimits.propKeyCharsMax, valuePropError)
      .overwrite(wellFormed)
      .optional()
      .describe(descriptions.valueProp),
  })
  .refine(({ type, path }) => (type === undefined) !== (path === undefined), {
    error: ({ input }) => `must have either type or path, got ${Object(input).type === undefined ? 'neither' : 'both'}`,
  });
export type GoalInput = z.output<typeof goalInputSchema>;

/** Adds an issue for each property that is null: in an event it counts as omitted, but a condition must not. */
function refuseNulls(value: unknown, context: z.RefinementCtx): void {
  for (const [name, prop] of Object.entries(Object(value))) {
    if (prop === null) context.addIssue({ code: 'custom', path: [name], message: wantsProp, input: prop });
  }
}

/** A goal never changes: it is replaced by another one with another ID. */
export const goalSchema = z.strictObject({
  goalId: z.string().describe('ID of the goal.'),
  workspaceId,
  name: z.string().describe(descriptions.name),
  type: z.string().optional().describe(descriptions.type),
  path: z.string().optional().describe(descriptions.path),
  props,
  valueProp: z.string().optional().describe(descriptions.valueProp),
});
export type Goal = z.output<typeof goalSchema>;

/** Goals: actions that a workspace wants its visitors to take. */
import { z } from 'zod';
import { eventLimits, eventTypeRule, isEventType } from './event.ts';
import { type Props, propsSchema } from './props.ts';
import { must } from './shown.ts';
import { printable } from './workspace.ts';

export const goalLimits = { goalsMax: 100, pathCharsMax: 2_048 } as const;

const nameError = must('must have 1 to 200 characters');
const typeError = must(`must be a string of 1 to ${eventLimits.typeCharsMax} characters`);
const pathError = must(`must start with / or *, and have at most ${goalLimits.pathCharsMax} characters`);
const valuePropError = must(`must be the name of a property, of 1 to ${eventLimits.propKeyCharsMax} characters`);

/** Stored events are well-formed as well, so the texts can be compared. */
const wellFormed = (text: string) => text.toWellFormed();

export const goalInputSchema = z
  .strictObject({
    name: printable(nameError).min(1, nameError),
    type: z
      .string(typeError)
      .min(1, typeError)
      .max(eventLimits.typeCharsMax, typeError)
      .refine(isEventType, must(eventTypeRule))
      .overwrite(wellFormed)
      .optional(),
    path: z
      .string(pathError)
      .max(goalLimits.pathCharsMax, pathError)
      .regex(/^[/*]/, pathError)
      .overwrite(wellFormed)
      .optional(),
    props: propsSchema.optional(),
    valueProp: z
      .string(valuePropError)
      .min(1, valuePropError)
      .max(eventLimits.propKeyCharsMax, valuePropError)
      .overwrite(wellFormed)
      .optional(),
  })
  .refine(({ type, path }) => (type === undefined) !== (path === undefined), {
    error: ({ input }) => `must have either type or path, got ${Object(input).type === undefined ? 'neither' : 'both'}`,
  });
export type GoalInput = z.output<typeof goalInputSchema>;

/** A goal never changes: it is replaced by another one with another ID. */
export interface Goal {
  goalId: string;
  workspaceId: string;
  name: string;
  /** The type of the events that reach it; either this or `path`. */
  type?: string;
  /** A pattern of paths: pageviews of these paths reach the goal. `*` stands for any text. */
  path?: string;
  /** Only events with these properties reach it. */
  props?: Props;
  /** The property that contains the value of an event. */
  valueProp?: string;
}

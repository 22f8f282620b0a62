/** The bodies of the admin API about goals and annotations. */
import { annotationInputSchema, goalInputSchema } from '@footfall/schemas';
import { z } from 'zod';
import { createdAt, described, workspaceId } from './admin-fields.ts';

const props = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const goalFields = {
  name: 'Name of the goal.',
  type: 'Type of the events that reach it; either this or path.',
  path: 'Path of the page views that reach it, with * for any text; either this or type.',
  props: 'Only events with all of these properties reach it; values are compared as text.',
  valueProp: 'Property whose numbers are summed as the value of the goal.',
};

const annotationFields = {
  date: 'The day, as YYYY-MM-DD.',
  text: 'What happened.',
};

export const GoalInput = described(goalInputSchema, goalFields).extend({
  props: props.optional().describe(goalFields.props),
});
export const AnnotationInput = described(annotationInputSchema, annotationFields);

export const Goal = z.strictObject({
  goalId: z.string().describe('ID of the goal.'),
  workspaceId,
  name: z.string().describe(goalFields.name),
  type: z.string().optional().describe(goalFields.type),
  path: z.string().optional().describe(goalFields.path),
  props: props.optional().describe(goalFields.props),
  valueProp: z.string().optional().describe(goalFields.valueProp),
});
export const Annotation = z.strictObject({
  annotationId: z.string().describe('ID of the annotation.'),
  workspaceId,
  date: z.iso.date().describe(annotationFields.date),
  text: z.string().describe(annotationFields.text),
  createdAt,
});

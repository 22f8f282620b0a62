/** Annotations: notes on days of a workspace. */
import { z } from 'zod';
import { createdAt, nameInput, workspaceId } from './resource-fields.ts';
import { must } from './shown.ts';

export const annotationLimits = { annotationsMax: 1_000 } as const;

const dateError = must('must be an existing day as YYYY-MM-DD');

const descriptions = { date: 'The day, as YYYY-MM-DD.', text: 'What happened.' };

export const annotationInputSchema = z.strictObject({
  date: z.iso.date(dateError).describe(descriptions.date),
  text: nameInput.describe(descriptions.text),
});
export type AnnotationInput = z.output<typeof annotationInputSchema>;

/** An annotation never changes: it is replaced by another one with another ID. */
export const annotationSchema = z.strictObject({
  annotationId: z.string().describe('ID of the annotation.'),
  workspaceId,
  date: z.iso.date().describe(descriptions.date),
  text: z.string().describe(descriptions.text),
  createdAt,
});
export type Annotation = z.output<typeof annotationSchema>;

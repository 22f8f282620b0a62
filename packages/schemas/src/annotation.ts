/** Annotations: notes on days of a workspace. */
import { z } from 'zod';
import { must } from './shown.ts';
import { printable } from './workspace.ts';

export const annotationLimits = { annotationsMax: 1_000 } as const;

const dateError = must('must be an existing day as YYYY-MM-DD');
const textError = must('must have 1 to 200 characters');

export const annotationInputSchema = z.strictObject({
  date: z.iso.date(dateError),
  text: printable(textError).min(1, textError),
});
export type AnnotationInput = z.output<typeof annotationInputSchema>;

/** An annotation never changes: it is replaced by another one with another ID. */
export interface Annotation extends AnnotationInput {
  annotationId: string;
  workspaceId: string;
  createdAt: string;
}

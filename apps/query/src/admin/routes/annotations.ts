/** The admin API of annotations. */
import { always, annotationInputSchema, annotationSchema } from '@footfall/schemas';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const listAnnotations = defineRoute({
  id: 'listAnnotations',
  summary: 'List the annotations of a workspace.',
  method: 'get',
  path: '/workspaces/:workspaceId/annotations',
  data: z.array(annotationSchema).meta({ id: 'Annotations' }),
  handle: ({ annotations }, { params }) => annotations.listOf(params.workspaceId),
});

export const createAnnotation = defineRoute({
  id: 'createAnnotation',
  summary: 'Create an annotation.',
  method: 'post',
  path: '/workspaces/:workspaceId/annotations',
  body: annotationInputSchema.meta({ id: 'AnnotationInput' }),
  data: annotationSchema.meta({ id: 'Annotation' }),
  status: 201,
  handle: ({ annotations }, { params, body }) => annotations.create(params.workspaceId, body),
});

export const removeAnnotation = defineRoute({
  id: 'removeAnnotation',
  summary: 'Remove an annotation.',
  method: 'delete',
  path: '/annotations/:annotationId',
  data: annotationSchema.pick({ annotationId: true }).extend({ removed: always }).meta({ id: 'AnnotationRemoved' }),
  async handle({ annotations }, { params: { annotationId } }) {
    await annotations.remove(annotationId);
    return { annotationId, removed: true };
  },
});

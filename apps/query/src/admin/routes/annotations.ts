/** The admin API of annotations. */
import { annotationInputSchema, annotationSchema } from '@footfall/schemas';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { announceChange } from './announce.ts';
import { always } from './shown.ts';

export const listAnnotations = defineRoute({
  id: 'listAnnotations',
  summary: 'List the annotations of a workspace.',
  method: 'get',
  path: '/workspaces/:workspaceId/annotations',
  data: z.array(annotationSchema).meta({ id: 'Annotations' }),
  async handle({ annotations, keyStore }, { params }) {
    const { workspaceId } = await keyStore.getWorkspace(params.workspaceId);
    return annotations.listOf(workspaceId);
  },
});

export const createAnnotation = defineRoute({
  id: 'createAnnotation',
  summary: 'Create an annotation.',
  method: 'post',
  path: '/workspaces/:workspaceId/annotations',
  body: annotationInputSchema.meta({ id: 'AnnotationInput' }),
  data: annotationSchema.meta({ id: 'Annotation' }),
  status: 201,
  async handle(deps, { params, body }) {
    const { workspaceId } = await deps.keyStore.getWorkspace(params.workspaceId);
    const annotation = await deps.annotations.create(workspaceId, body);
    await announceChange(deps);
    return annotation;
  },
});

export const removeAnnotation = defineRoute({
  id: 'removeAnnotation',
  summary: 'Remove an annotation.',
  method: 'delete',
  path: '/annotations/:annotationId',
  data: annotationSchema.pick({ annotationId: true }).extend({ removed: always }).meta({ id: 'AnnotationRemoved' }),
  async handle(deps, { params: { annotationId } }) {
    await deps.annotations.remove(annotationId);
    await announceChange(deps);
    return { annotationId, removed: true as const };
  },
});

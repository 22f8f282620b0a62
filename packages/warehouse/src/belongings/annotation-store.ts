/** Annotations in the warehouse, for any driver. */
import { generateId } from '@footfall/auth';
import { type Annotation, type AnnotationInput, annotationLimits } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { annotationEndsTable, createdAnnotationsTable, readAnnotations } from '../schema/tables/annotations.ts';
import { type BelongingStore, createBelongingStore } from './belonging-store.ts';

/** Lists them by day. */
export type AnnotationStore = BelongingStore<Annotation, AnnotationInput>;

/** Returns the annotation store in `warehouse`. Create one per process. */
export function createAnnotationStore(warehouse: Warehouse, now: () => number): AnnotationStore {
  return createBelongingStore(warehouse, {
    noun: 'annotation',
    countMax: annotationLimits.annotationsMax,
    idOf: ({ annotationId }) => annotationId,
    readAll: () => readAnnotations(warehouse),
    async insert(workspaceId, { date, text }: AnnotationInput) {
      const createdAt = new Date(now()).toISOString();
      const annotation: Annotation = { annotationId: generateId('ann'), workspaceId, date, text, createdAt };
      await warehouse.insert(createdAnnotationsTable, [annotation]);
      return annotation;
    },
    insertEnd: (annotationId) => warehouse.insert(annotationEndsTable, [{ annotationId, endedAtMs: now() }]),
  });
}

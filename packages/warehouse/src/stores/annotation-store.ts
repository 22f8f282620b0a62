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
  return createBelongingStore(warehouse, now, {
    noun: 'annotation',
    countMax: annotationLimits.annotationsMax,
    idOf: ({ annotationId }) => annotationId,
    readAll: () => readAnnotations(warehouse),
    async insert(workspaceId, { date, text }: AnnotationInput, createdAtMs) {
      const createdAt = new Date(createdAtMs).toISOString();
      const annotation: Annotation = { annotationId: generateId('ann'), workspaceId, date, text, createdAt };
      await warehouse.insert(createdAnnotationsTable, [annotation]);
      return annotation;
    },
    insertEnd: (annotationId, endedAtMs) => warehouse.insert(annotationEndsTable, [{ annotationId, endedAtMs }]),
  });
}

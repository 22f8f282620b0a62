/** Annotations: texts about days of a workspace. */
import { generateId } from '@footfall/auth';
import { type Annotation, type AnnotationInput, annotationLimits } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { type BelongingStore, createBelongingStore, type Kind } from './belonging-store.ts';
import { hasNotEnded, momentsTable, time } from './stored-values.ts';

export const createdAnnotationsTable: Table<Annotation> = {
  name: 'annotations',
  columns: [
    { name: 'annotation_id', type: 'String', value: (row) => row.annotationId },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'date', type: 'String', value: (row) => row.date },
    { name: 'text', type: 'String', value: (row) => row.text },
    { name: 'created_at', type: time, value: (row) => Date.parse(row.createdAt) },
  ],
};

export const annotationEndsTable = momentsTable('annotations', 'annotation_id', 'ended_at');

const storedAnnotation = z
  .object({
    annotationId: z.string(),
    workspaceId: z.string(),
    date: z.string(),
    text: z.string(),
    createdAtMs: z.number(),
  })
  .transform(({ createdAtMs, ...annotation }): Annotation => ({
    ...annotation,
    createdAt: new Date(createdAtMs).toISOString(),
  }));

/** Lists them by day. */
export type AnnotationStore = BelongingStore<Annotation, AnnotationInput>;

const annotations: Kind<Annotation, AnnotationInput> = {
  noun: 'annotation',
  countMax: annotationLimits.annotationsMax,
  idOf: ({ annotationId }) => annotationId,
  make: (workspaceId, { date, text }, createdAtMs) => ({
    annotationId: generateId('ann'),
    workspaceId,
    date,
    text,
    createdAt: new Date(createdAtMs).toISOString(),
  }),
  createdTable: createdAnnotationsTable,
  endsTable: annotationEndsTable,
  // Includes those of deleted workspaces until a purge.
  readAll: (warehouse) =>
    readRows(warehouse, storedAnnotation, {
      sql: `SELECT annotation_id AS annotationId, workspace_id AS workspaceId, date, text,
              toUnixTimestamp64Milli(created_at) AS createdAtMs
            FROM annotations FINAL
            WHERE ${hasNotEnded}
            ORDER BY date, created_at, annotation_id`,
    }),
};

/** Returns the annotation store in `warehouse`. Create one per process. */
export function createAnnotationStore(warehouse: Warehouse, now: () => number): AnnotationStore {
  return createBelongingStore(warehouse, now, annotations);
}

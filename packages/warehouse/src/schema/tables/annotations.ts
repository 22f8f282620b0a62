/** The table of annotations. */
import type { Annotation } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { bounded, hasNotEnded, time } from './stored-values.ts';

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

export const annotationEndsTable: Table<{ annotationId: string; endedAtMs: number }> = {
  name: 'annotations',
  columns: [
    { name: 'annotation_id', type: 'String', value: (row) => row.annotationId },
    { name: 'ended_at', type: time, value: (row) => bounded(row.endedAtMs) },
  ],
};

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

/** Selects the annotations that were not removed, by day; includes those of deleted workspaces. */
export function readAnnotations(warehouse: Pick<Warehouse, 'read'>): Promise<Annotation[]> {
  return readRows(warehouse, storedAnnotation, {
    sql: `SELECT annotation_id AS annotationId, workspace_id AS workspaceId, date, text,
            toUnixTimestamp64Milli(created_at) AS createdAtMs
          FROM annotations FINAL
          WHERE text != '' AND ${hasNotEnded}
          ORDER BY date, created_at, annotation_id`,
  });
}

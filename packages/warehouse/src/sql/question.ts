/** A question that both `events` and the rollups answer. */
import type { z } from 'zod';
import type { Choice } from '../planner.ts';
import type { ParameterValue } from '../port.ts';
import type { QueryContext } from '../query.ts';
import { bindRange } from './events.ts';
import { readRows } from './read-rows.ts';
import { bindHours } from './rollups.ts';

/** One question in two statements, by where it is answered from, that give the same rows. */
export interface Question<Row extends z.ZodType> {
  row: Row;
  /** Over `events`; its range is bound by `bindRange`. */
  events: string;
  /** Over the rollups; its range is bound by `bindHours`. */
  rollups: string;
}

/** The rows of the answer, from where was chosen. `values` are bound beside those of the range. */
export function readPlanned<Row extends z.ZodType>(
  { warehouse, workspaceId }: QueryContext,
  { source, range }: Choice,
  question: Question<Row>,
  values: Readonly<Record<string, ParameterValue>> = {},
): Promise<z.output<Row>[]> {
  const bind = source === 'events' ? bindRange : bindHours;
  const params = { ...bind(workspaceId, range), ...values };
  return readRows(warehouse, question.row, { sql: question[source], params });
}

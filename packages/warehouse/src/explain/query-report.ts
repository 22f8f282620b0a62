/** The report on the cost of a query, which the process with the store passes to the command line as JSON. */
import { z } from 'zod';
import type { Source } from '../queries/source.ts';

const selected = z.object({ selected: z.number(), total: z.number() }).nullable();

/** One read of a table. */
const pruned = z.object({
  table: z.string(),
  /** The columns of its sorting key that prune, in order. */
  keys: z.array(z.string()).readonly(),
  /** Null if the plan does not contain it: nothing is stored, or everything is read. */
  parts: selected,
  granules: selected,
});
export type Pruned = z.output<typeof pruned>;

const measuredStatement = z.object({
  /** The choice of the source, or the query itself. */
  by: z.enum(['choice', 'query']),
  sql: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])),
  /** Rows of the result. */
  rows: z.number(),
  elapsedMs: z.number(),
  rowsRead: z.number(),
  bytesRead: z.number(),
  /** The peak; null if the driver does not know it. */
  memoryBytes: z.number().nullable(),
  /** The tables that it reads, and how far their sorting keys prune them. */
  tables: z.array(pruned).readonly(),
});
export type MeasuredStatement = z.output<typeof measuredStatement>;

const sources = ['events', 'manyEvents', 'rollups', 'visits'] as const satisfies readonly Source[];

export const queryReport = z.object({
  endpoint: z.string(),
  workspaceId: z.string(),
  source: z.enum(sources),
  /** The choice for the workspace, which the request may not be able to use; null if the endpoint never reads rollups. */
  choice: z.object({ source: z.enum(sources).exclude(['visits']), events: z.number(), reason: z.string() }).nullable(),
  statements: z.array(measuredStatement).readonly(),
  /** Sums over the statements. */
  elapsedMs: z.number(),
  rowsRead: z.number(),
  bytesRead: z.number(),
  result: z.unknown(),
});
export type QueryReport = z.output<typeof queryReport>;

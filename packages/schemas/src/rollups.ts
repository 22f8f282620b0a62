/** The progress of the rollups. */
import { z } from 'zod';

export const rollupsSchema = z.strictObject({
  batch: z.int().describe('Number of the last batch; 0 before the first.'),
  at: z.iso.datetime().nullable().describe('When it was planned.'),
  ageSeconds: z.int().nullable().describe('Seconds since then.'),
  isComplete: z.boolean().describe('False from the start of a rebuild until the rollups contain every event.'),
  events: z.int().describe('Stored events, without those of deleted workspaces.'),
  eventsRolledUp: z.int().describe('Those that are in the rollups.'),
  lagEvents: z.int().describe('Those that are not yet in the rollups.'),
  tables: z
    .array(
      z.strictObject({
        table: z.string().describe('Name of the table.'),
        rows: z.int().describe('Rows of the table.'),
        bytes: z.int().describe('Bytes on disk.'),
      }),
    )
    .describe('The tables of the rollups.'),
});
export type Rollups = z.output<typeof rollupsSchema>;

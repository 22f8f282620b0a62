/** The state of the rollups as the admin API returns it. */
import { z } from 'zod';

export const rollupsStateSchema = z.object({
  batch: z.int(),
  at: z.string().nullable(),
  ageSeconds: z.int().nullable(),
  isComplete: z.boolean(),
  events: z.int(),
  eventsRolledUp: z.int(),
  eventsBehind: z.int(),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), bytes: z.int() })),
});
export type RollupsState = z.output<typeof rollupsStateSchema>;

/** Settings of the warehouse. */
import { z } from 'zod';

export const warehouseSettingsSchema = z.object({
  /** Directory of everything embedded; the engine's files lie in `clickhouse` below it. */
  DATA_DIR: z.string().default('./data'),
  /** A ClickHouse server, in place of the embedded engine. */
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'takes an http or https URL' }).optional(),
});
export type WarehouseSettings = z.output<typeof warehouseSettingsSchema>;

/** The number of damaged parts in the warehouse: read on each scrape, because a server finds them when it starts. */
import { Gauge, type Registry, withDeadline } from '@footfall/process';
import { findDetached, type Warehouse } from '@footfall/warehouse';

/** The deadline of the warehouse, after which the number is unknown and not reported. */
const responseMsMax = 2_000;

/** Reports as `footfall_consumer_damaged_parts` the number of parts of each table that were detached and not repaired. */
export function watchDamagedParts(
  warehouse: Pick<Warehouse, 'read' | 'command' | 'insert'>,
  now: () => number,
  registry: Registry,
): void {
  const gauge: Gauge = new Gauge({
    name: 'footfall_consumer_damaged_parts',
    help: 'Parts of the warehouse that are damaged and not repaired; see footfall repair',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      const found = findDetached(warehouse, now).catch(() => undefined);
      const parts = await withDeadline(found, responseMsMax, () => undefined);
      gauge.reset();
      if (parts === undefined) return;
      // Always reported, so that an alert can tell "none" from "unknown".
      gauge.set({ table: 'events' }, 0);
      for (const { table } of parts.damaged) gauge.inc({ table });
    },
  });
}

/** The number of damaged parts in the warehouse: read when it is asked for, since a server finds them when it starts. */
import { Gauge, type Registry } from '@footfall/process';
import { findSetAside, type Warehouse } from '@footfall/warehouse';
import { setTimeout as delay } from 'node:timers/promises';

/** If the warehouse takes longer, the number is unknown and not shown. */
const answerMsMax = 2_000;

/** Shows as `footfall_consumer_damaged_parts` how many parts of each table were set aside and not repaired. */
export function watchDamagedParts(warehouse: Pick<Warehouse, 'read'>, registry: Registry): void {
  const gauge: Gauge = new Gauge({
    name: 'footfall_consumer_damaged_parts',
    help: 'Parts of the warehouse that are damaged and not repaired: footfall repair says what they contained',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      const found = findSetAside(warehouse).catch(() => undefined);
      const damaged = await Promise.race([found, delay(answerMsMax, undefined, { ref: false })]);
      gauge.reset();
      if (damaged === undefined) return;
      // Always shown, so that an alert can tell "none" from "unknown".
      gauge.set({ table: 'events' }, 0);
      for (const { table } of damaged) gauge.inc({ table });
    },
  });
}

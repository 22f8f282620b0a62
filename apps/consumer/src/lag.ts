/** How many events wait in the partitions that this process holds: asked of the log when the number is wanted, so that it grows while nothing can be stored. */
import type { Bus, LogPartition } from '@footfall/bus';
import { Gauge, type Registry } from '@footfall/process';
import { setTimeout as delay } from 'node:timers/promises';

/** Of a log that takes longer the lag is not known, and not shown. */
const answerMsMax = 2_000;

/** Shows as `footfall_consumer_lag_events` what `group` has not committed as stored. */
export function watchLag(
  bus: Pick<Bus, 'partitions'>,
  group: string,
  isHeld: (partition: number) => boolean,
  registry: Registry,
): void {
  let asked: Promise<LogPartition[]> | undefined;
  const gauge: Gauge = new Gauge({
    name: 'footfall_consumer_lag_events',
    help: 'Events on the bus that are not yet stored',
    labelNames: ['partition'],
    registers: [registry],
    async collect() {
      // Anybody may ask, and the log is asked by one at a time.
      asked ??= bus
        .partitions(group)
        .catch(() => [])
        .finally(() => (asked = undefined));
      const logs = await Promise.race([asked, delay(answerMsMax, [], { ref: false })]);
      gauge.reset();
      for (const { partition, startOffset, endOffset, committed } of logs) {
        if (isHeld(partition)) gauge.set({ partition }, endOffset - (committed?.offset ?? startOffset));
      }
    },
  });
}

/** The lag of the partitions of this process: read from the log on each scrape, so that it grows while nothing can be stored. */
import type { Bus, LogPartition } from '@footfall/bus';
import { Gauge, type Registry, withDeadline } from '@footfall/process';

/** The deadline of the log, after which the lag is unknown and not reported. */
const responseMsMax = 2_000;

/** Reports as `footfall_consumer_lag_events` the number of events that are not committed as stored. */
export function watchLag(
  bus: Pick<Bus, 'partitions'>,
  isAssigned: (partition: number) => boolean,
  registry: Registry,
): void {
  const gauge: Gauge = new Gauge({
    name: 'footfall_consumer_lag_events',
    help: 'Events on the bus that are not yet stored',
    labelNames: ['partition'],
    registers: [registry],
    async collect() {
      const reading: Promise<LogPartition[]> = bus.partitions().catch(() => []);
      const logs = await withDeadline(reading, responseMsMax, () => []);
      gauge.reset();
      for (const { partition, startOffset, endOffset, committed } of logs) {
        if (isAssigned(partition)) gauge.set({ partition }, endOffset - (committed?.offset ?? startOffset));
      }
    },
  });
}

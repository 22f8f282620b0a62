/** Waits until everything on the bus is stored, by any process. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '@footfall/bus';

const pollIntervalMs = 20;

/** Resolves once everything on the bus at the time of the call is committed, except in partitions for which `hasFailed` returns true. Retries while the bus does not respond. */
export async function drained(bus: Pick<Bus, 'partitions'>, hasFailed: (partition: number) => boolean): Promise<void> {
  const readPartitions = async () => {
    for (;;) {
      const partitions = await bus.partitions().catch(() => undefined);
      if (partitions) return partitions;
      await delay(pollIntervalMs);
    }
  };
  const ends = new Map((await readPartitions()).map(({ partition, endOffset }) => [partition, endOffset]));
  for (;;) {
    const left = (await readPartitions()).filter(
      ({ partition, startOffset, committed }) =>
        !hasFailed(partition) && (committed?.offset ?? startOffset) < (ends.get(partition) ?? 0),
    );
    if (left.length === 0) return;
    await delay(pollIntervalMs);
  }
}

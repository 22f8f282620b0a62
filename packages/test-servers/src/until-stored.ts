/** Waits until the events on a bus are stored. */
import { until } from './until.ts';

interface Log {
  partitions(): Promise<readonly { endOffset: number; committed: { offset: number } | undefined }[]>;
}

/** Resolves once everything on the bus at the time of the call is stored, which the consumer commits. */
export async function untilStored(bus: Log): Promise<void> {
  const ends = (await bus.partitions()).map(({ endOffset }) => endOffset);
  await until(async () => {
    const partitions = await bus.partitions();
    return ends.every((end, index) => (partitions[index]?.committed?.offset ?? 0) >= end);
  });
}

/** Runs of offsets without a row, for which the log has no records any more. */
import type { TopicPartition } from '@footfall/bus';
import type { Warehouse } from '@footfall/warehouse';
import { findAbsent } from './absent.ts';
import type { OffsetRange } from './chunks.ts';

/** The number of runs reported per partition. */
const gapsMax = 10;

/** Returns the longest runs of offsets without a row in `windows`, which must ascend; longest first. */
export async function findGaps(
  warehouse: Pick<Warehouse, 'read'>,
  partition: TopicPartition,
  windows: readonly OffsetRange[],
): Promise<OffsetRange[]> {
  let longest: OffsetRange[] = [];
  let open: OffsetRange | undefined;
  for (const window of windows) {
    const found = runsOf(await findAbsent(warehouse, partition, window), open);
    // The last one may continue in the next window.
    open = found.at(-1);
    longest = longestOf([...longest, ...found.slice(0, -1)]);
  }
  return longestOf(open ? [...longest, open] : longest);
}

/** Returns the runs of consecutive offsets in `offsets`, which must ascend. The first may continue the run `open`. */
export function runsOf(offsets: readonly number[], open?: OffsetRange): OffsetRange[] {
  const runs: OffsetRange[] = open ? [open] : [];
  for (const offset of offsets) {
    const last = runs.at(-1);
    if (last?.to === offset) last.to = offset + 1;
    else runs.push({ from: offset, to: offset + 1 });
  }
  return runs;
}

/** Returns the runs that are reported, longest first. */
export function longestOf(gaps: readonly OffsetRange[]): OffsetRange[] {
  return gaps
    .toSorted((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from)
    .slice(0, gapsMax);
}

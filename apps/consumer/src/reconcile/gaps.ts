/** Runs of offsets that have no row, where the log cannot say any more what they were. */
import type { Warehouse } from '@footfall/warehouse';
import { findAbsent } from './absent.ts';
import type { OffsetRange } from './chunks.ts';
import type { LifePlace } from './lives.ts';

/** Runs that are reported of a partition. */
const gapsMax = 10;

/** The longest runs of offsets without a row in `windows`, which ascend; longest first. */
export async function findGaps(
  warehouse: Pick<Warehouse, 'read'>,
  place: LifePlace,
  windows: readonly OffsetRange[],
): Promise<OffsetRange[]> {
  let longest: OffsetRange[] = [];
  let open: OffsetRange | undefined;
  for (const window of windows) {
    const found: OffsetRange[] = open ? [open] : [];
    for (const offset of await findAbsent(warehouse, place, window)) {
      const last = found.at(-1);
      if (last?.to === offset) last.to = offset + 1;
      else found.push({ from: offset, to: offset + 1 });
    }
    // The last one may continue in the next window.
    open = found.at(-1);
    longest = longestOf([...longest, ...found.slice(0, -1)]);
  }
  return longestOf(open ? [...longest, open] : longest);
}

function longestOf(gaps: readonly OffsetRange[]): OffsetRange[] {
  return gaps
    .toSorted((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from)
    .slice(0, gapsMax);
}

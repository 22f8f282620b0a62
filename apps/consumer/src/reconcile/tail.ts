/** Checks at each start that the newest committed events are stored, because the loss of their part can go unnoticed. */
import type { Bus, LogPartition } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import type { EventRow, Warehouse } from '@footfall/warehouse';
import { readPosition } from '../partition/planned-range.ts';
import { findAbsent, readRecords } from './absent.ts';
import type { OffsetRange } from './chunks.ts';
import { explain } from './explain.ts';
import { Repair } from './repair.ts';

/** The number of offsets compared per partition: more than one insert stores. */
const tailOffsetsMax = 20_000;

type Ports = { bus: Pick<Bus, 'partitions'>; warehouse: Warehouse };

/**
 * Stores the newest committed events that the log has and `events` does not; returns their number. At a start, the warehouse
 * deletes the newest deduplication record if its part does not exist (`driver/embedded/repair.ts`), because a kill during
 * the insert leaves such a record. If the insert was committed, its part did exist and has been lost: its events are
 * stored again here. Rejects with a StartError if they cannot be.
 */
export async function restoreTail({ bus, warehouse }: Ports): Promise<number> {
  // Needs no `end`, because the rollup worker of this process, the only one, starts later.
  const repair = new Repair(warehouse);
  for (const log of await bus.partitions()) {
    const tail = tailOf(log);
    await eachMissing({ bus, warehouse }, log, tail, (missing) => repair.onMissing(log, missing));
    await eachMissing({ bus, warehouse }, log, tail, async ({ length }) => {
      throw new StartError(
        `${length} of the newest events in partition ${log.partition} of the log are not stored. Run footfall reconcile --repair`,
      );
    });
  }
  return repair.done.missing;
}

function tailOf({ startOffset, endOffset, committed }: LogPartition): OffsetRange {
  const to = Math.min(committed === undefined ? 0 : readPosition(committed).from, endOffset);
  return { from: Math.min(to, Math.max(startOffset, to - tailOffsetsMax)), to };
}

async function eachMissing(
  { bus, warehouse }: Ports,
  log: LogPartition,
  tail: OffsetRange,
  use: (missing: readonly EventRow[]) => Promise<void>,
): Promise<void> {
  const absent = await findAbsent(warehouse, log, tail);
  for await (const records of readRecords(bus, log, absent)) {
    const { missing } = await explain(warehouse, log, records);
    if (missing.length > 0) await use(missing);
  }
}

/** Rows of `events` that duplicate other rows. */
import { isSamePartition } from '@footfall/bus';
import { eventKey } from '@footfall/schemas';
import type { Warehouse } from '@footfall/warehouse';
import { isSameEvent } from '../duplicates/same-event.ts';
import { byIdentity, type ComparedPartition } from './partitions.ts';
import { findByIdHashes, findRepeatedIds, idHashEnd, type LocatedEvent } from './id-hashes.ts';

/** The IDs whose hashes one pass over `events` keeps in memory, and the repeated ones that are examined at a time. */
const passIds = 4_000_000;
const pageIds = 2_000;

/** Iterates over all duplicates at settled offsets, a page at a time; `onPass` receives the number of `rows` processed so far. */
export async function* findDuplicateRows(
  warehouse: Pick<Warehouse, 'read'>,
  partitions: readonly ComparedPartition[],
  rows: number,
  onPass: (rowsDone: number) => void,
): AsyncGenerator<LocatedEvent[]> {
  const passes = Math.ceil(rows / passIds);
  for (let pass = 0; pass < passes; pass += 1) {
    const to = Math.floor(((pass + 1) / passes) * idHashEnd);
    let from = Math.floor((pass / passes) * idHashEnd);
    for (let isMore = true; isMore;) {
      const hashes = await findRepeatedIds(warehouse, { from, to, max: pageIds });
      if (hashes.length > 0)
        yield (await duplicatesAmong(warehouse, hashes)).filter((row) => isSettled(row, partitions));
      from = (hashes.at(-1) ?? to) + 1;
      isMore = hashes.length === pageIds;
    }
    onPass(Math.ceil(((pass + 1) / passes) * rows));
  }
}

async function duplicatesAmong(warehouse: Pick<Warehouse, 'read'>, hashes: readonly number[]): Promise<LocatedEvent[]> {
  const rows = await findByIdHashes(warehouse, hashes);
  // Within a partition the row with the first offset stays; of the others, across partitions, the one received first.
  const inOnePartition = repeats(
    rows.toSorted((a, b) => a.offset - b.offset),
    isSamePartition,
  );
  const others = rows.filter((row) => !inOnePartition.has(row)).toSorted(byArrival);
  return [...inOnePartition, ...repeats(others, () => true)];
}

/** Returns the rows that duplicate an earlier one, among those that `isComparable` allows to compare. */
function repeats(
  rows: readonly LocatedEvent[],
  isComparable: (one: LocatedEvent, other: LocatedEvent) => boolean,
): Set<LocatedEvent> {
  const firsts = new Map<string, LocatedEvent[]>();
  const found = new Set<LocatedEvent>();
  for (const row of rows) {
    const known = firsts.get(eventKey(row)) ?? [];
    if (known.some((first) => isComparable(first, row) && isSameEvent(first, row))) found.add(row);
    else firsts.set(eventKey(row), [...known, row]);
  }
  return found;
}

/** Orders duplicates in different partitions: the one received first comes first, and stays. */
function byArrival(one: LocatedEvent, other: LocatedEvent): number {
  return one.receivedAt - other.receivedAt || byIdentity(one, other) || one.offset - other.offset;
}

/** Returns true for settled rows; consumers may still write others. */
function isSettled(row: LocatedEvent, partitions: readonly ComparedPartition[]): boolean {
  const partition = partitions.find((one) => isSamePartition(one, row));
  return partition !== undefined && row.offset < partition.settledTo;
}

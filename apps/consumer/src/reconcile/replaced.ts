/** Rows of `events` that are not from the record that the log has at their offset: the log lost its end, and was written again. */
import { isSamePartition, type LogPartition } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import { eventKey } from '@footfall/schemas';
import { decodeRecords } from '../partition/batch.ts';
import { identityColumns, isAtOffsets, type StoredIdentity } from '../partition/log-positions.ts';
import { readRecords } from './absent.ts';
import type { OffsetRange } from './chunks.ts';
import type { ComparedPorts } from './partitions.ts';

/** Returns the number of rows in `range` that have another event than the log. Records that the log removes meanwhile are not compared. */
export async function countReplaced(
  { bus, warehouse }: ComparedPorts,
  log: LogPartition,
  range: OffsetRange,
): Promise<number> {
  const { topicId, partition } = log;
  const stored = await warehouse.read<StoredIdentity>({
    sql: `SELECT ${identityColumns} FROM events WHERE ${isAtOffsets} ORDER BY offset`,
    params: { topicId, partition, ...range },
  });
  const logged = new Map<number, string | undefined>();
  let offsets = [...new Set(stored.map(({ offset }) => offset))];
  while (offsets.length > 0) {
    try {
      await readKeys(log, offsets, logged);
      break;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      const now = (await bus.partitions()).find((one) => isSamePartition(one, log));
      const left = offsets.filter((offset) => now !== undefined && offset >= now.startOffset);
      if (left.length === offsets.length) throw error;
      offsets = left;
    }
  }
  return stored.filter((row) => logged.has(row.offset) && logged.get(row.offset) !== eventKey(row)).length;
}

/** Adds to `keys` the key of the event that the log has at each of `offsets`; undefined if the record is not an event. */
async function readKeys(
  log: LogPartition,
  offsets: readonly number[],
  keys: Map<number, string | undefined>,
): Promise<void> {
  for await (const records of readRecords(log, offsets)) {
    const { rows, deadLetters } = await decodeRecords(records, log.topicId);
    for (const row of rows) keys.set(row.offset, eventKey(row));
    for (const { record } of deadLetters) keys.set(record.offset, undefined);
  }
}

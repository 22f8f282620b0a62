/** Rows of `events` that are not from the record that the log has at their offset: the log lost its end, and was written again. */
import type { LogPartition } from '@footfall/bus';
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
  const offsets = [...new Set(stored.map(({ offset }) => offset))];
  /** The key of the event at each offset; undefined if the record is not an event. */
  const logged = new Map<number, string | undefined>();
  for await (const records of readRecords(bus, log, offsets)) {
    const { rows, deadLetters } = await decodeRecords(records, log);
    for (const row of rows) logged.set(row.offset, eventKey(row));
    for (const { record } of deadLetters) logged.set(record.offset, undefined);
  }
  return stored.filter((row) => logged.has(row.offset) && logged.get(row.offset) !== eventKey(row)).length;
}

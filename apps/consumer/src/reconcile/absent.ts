/** Offsets without a row, and the records that the log has there. */
import { type Bus, type BusRecord, isSamePartition, type LogPartition, type TopicPartition } from '@footfall/bus';
import { AppError, StartError } from '@footfall/errors';
import type { Warehouse } from '@footfall/warehouse';
import { isAtOffsets } from '../partition/log-positions.ts';
import type { OffsetRange } from './chunks.ts';

/** The maximum number of unneeded records between two needed ones that are read as well, because one long read is faster than two. */
const gapMax = 2_000;
const readLimits = { recordsMax: 5_000, bytesMax: 4 << 20, waitMs: 5_000 };
/** The number of records that are explained together, with a few queries to the warehouse; the records of one more read may be added. */
const batchRecords = 2_000;
/** The maximum number of consecutive reads that return nothing where the log has a record. */
const emptyReadsMax = 6;

/** Returns the offsets of `range` without a row in `events`, in order. */
export async function findAbsent(
  warehouse: Pick<Warehouse, 'read'>,
  { topicId, partition }: TopicPartition,
  { from, to }: OffsetRange,
): Promise<number[]> {
  const absent = await warehouse.read<{ absent: number }>({
    sql: `SELECT {from:UInt64} + number AS absent FROM numbers({width:UInt64})
          WHERE absent NOT IN (
            SELECT offset FROM events WHERE ${isAtOffsets})
          ORDER BY absent`,
    params: { topicId, partition, from, to, width: to - from },
  });
  return absent.map((one) => one.absent);
}

/** Iterates over the log's records at `offsets`, which must ascend, a few thousand at a time. Records that the log removes meanwhile are omitted. */
export async function* readRecords(
  bus: Pick<Bus, 'partitions'>,
  log: LogPartition,
  offsets: readonly number[],
): AsyncGenerator<BusRecord[]> {
  let batch: BusRecord[] = [];
  for (let index = 0; index < offsets.length;) {
    const run = runOf(offsets, index);
    try {
      batch.push(...(await readRun(log, run)));
      index += run.length;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      const removed = await countRemoved(bus, log, offsets.slice(index));
      if (removed === 0) throw error;
      index += removed;
    }
    if (batch.length < batchRecords && index < offsets.length) continue;
    yield batch;
    batch = [];
  }
}

/** Returns the number of `offsets` that the log had and no longer has. */
async function countRemoved(
  bus: Pick<Bus, 'partitions'>,
  log: TopicPartition,
  offsets: readonly number[],
): Promise<number> {
  const now = (await bus.partitions()).find((one) => isSamePartition(one, log));
  return offsets.filter((offset) => now === undefined || offset < now.startOffset).length;
}

/** Returns the offsets from `index` on that are close together, and within one read. */
function runOf(offsets: readonly number[], index: number): number[] {
  const first = offsets[index] ?? 0;
  const run = [first];
  for (const offset of offsets.slice(index + 1, index + readLimits.recordsMax)) {
    if (offset - (run.at(-1) ?? first) > gapMax || offset - first >= readLimits.recordsMax) break;
    run.push(offset);
  }
  return run;
}

async function readRun(log: Pick<LogPartition, 'partition' | 'read'>, run: readonly number[]): Promise<BusRecord[]> {
  const wanted = new Set(run);
  const end = (run.at(-1) ?? 0) + 1;
  const found: BusRecord[] = [];
  let emptyReads = 0;
  for (let next = run[0] ?? 0; next < end;) {
    const records = await log.read(next, { ...readLimits, recordsMax: end - next });
    emptyReads = records.length === 0 ? emptyReads + 1 : 0;
    const gap = records.findIndex((record, index) => record.offset !== next + index);
    if (gap !== -1 || emptyReads > emptyReadsMax) {
      throw new AppError('INTERNAL_ERROR', `The log returns no record at offset ${next} of partition ${log.partition}`);
    }
    for (const record of records) {
      // A copy, because all records of a read share one buffer, which a single record would keep in memory.
      if (wanted.has(record.offset)) found.push({ ...record, value: Uint8Array.from(record.value) });
    }
    next += records.length;
  }
  return found;
}

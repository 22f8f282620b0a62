/** The number of rows per range of offsets, so that only ranges that differ are examined. */
import type { TopicPartition } from '@footfall/bus';
import type { Warehouse } from '@footfall/warehouse';
import { isAtOffsets } from '../partition/log-positions.ts';

const chunkOffsets = 100_000;
/** The maximum number of offsets, and of offsets without a row, that one query of `events` covers. */
const windowOffsetsMax = 2_000_000;
const windowAbsentMax = 200_000;

/** Offsets `from` (inclusive) to `to` (exclusive). */
export interface OffsetRange {
  from: number;
  to: number;
}

export interface Chunk extends OffsetRange {
  rows: number;
  /** The number of offsets that have a row. */
  offsets: number;
}

/** Returns the chunks of `range`, in order. */
export async function countChunks(
  warehouse: Pick<Warehouse, 'read'>,
  { topicId, partition }: TopicPartition,
  range: OffsetRange,
): Promise<Chunk[]> {
  if (range.from >= range.to) return [];
  const counted = await warehouse.read<{ chunk: number; rows: number; offsets: number }>({
    // A bitmap is exact and needs one bit per offset; a set of offsets would need tens of bytes.
    sql: `SELECT intDiv(offset, {size:UInt32}) AS chunk, count() AS rows,
            groupBitmap(toUInt32(offset % {size:UInt32})) AS offsets
          FROM events
          WHERE ${isAtOffsets}
          GROUP BY chunk`,
    params: { topicId, partition, ...range, size: chunkOffsets },
  });
  const byChunk = new Map(counted.map((one) => [one.chunk, one]));
  const first = Math.floor(range.from / chunkOffsets);
  const last = Math.floor((range.to - 1) / chunkOffsets);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const chunk = first + index;
    const { rows, offsets } = byChunk.get(chunk) ?? { rows: 0, offsets: 0 };
    const from = Math.max(chunk * chunkOffsets, range.from);
    const to = Math.min((chunk + 1) * chunkOffsets, range.to);
    return { from, to, rows, offsets };
  });
}

/** Returns the number of rows in `range` that have the same event and offset as another. Different events at one offset, which a replaced log leaves, are not duplicates. */
export async function countDoubled(
  warehouse: Pick<Warehouse, 'read'>,
  { topicId, partition }: TopicPartition,
  range: OffsetRange,
): Promise<number> {
  const [counted] = await warehouse.read<{ doubled: number }>({
    sql: `SELECT count() - uniqExact(offset, workspace_id, id) AS doubled FROM events
          WHERE ${isAtOffsets}`,
    params: { topicId, partition, ...range },
  });
  return counted?.doubled ?? 0;
}

/** Returns as few ranges as possible that cover every chunk with an offset without a row, each small enough for one query. */
export function absentWindows(chunks: readonly Chunk[]): OffsetRange[] {
  return joinChunks(
    chunks.filter((chunk) => chunk.offsets < chunk.to - chunk.from),
    (chunk) => chunk.to - chunk.from - chunk.offsets,
  );
}

/** Returns such ranges for chunks in which an offset has more than one row. */
export function doubledWindows(chunks: readonly Chunk[]): OffsetRange[] {
  return joinChunks(
    chunks.filter((chunk) => chunk.rows > chunk.offsets),
    (chunk) => chunk.rows - chunk.offsets,
  );
}

function joinChunks(chunks: readonly Chunk[], sizeOf: (chunk: Chunk) => number): OffsetRange[] {
  const windows: (OffsetRange & { size: number })[] = [];
  for (const chunk of chunks) {
    const size = sizeOf(chunk);
    const window = windows.at(-1);
    if (window && chunk.to - window.from <= windowOffsetsMax && window.size + size <= windowAbsentMax) {
      window.to = chunk.to;
      window.size += size;
    } else {
      windows.push({ from: chunk.from, to: chunk.to, size });
    }
  }
  return windows.map(({ from, to }) => ({ from, to }));
}

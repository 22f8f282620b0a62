/** One comparison of the whole log with `events`. */
import { isSamePartition } from '@footfall/bus';
import type { Warehouse } from '@footfall/warehouse';
import { findAbsent, readRecords } from './absent.ts';
import { absentWindows, type Chunk, countChunks, countDoubled, doubledWindows, type OffsetRange } from './chunks.ts';
import { findDuplicateRows } from './duplicate-rows.ts';
import { explain } from './explain.ts';
import { findGaps, longestOf, runsOf } from './gaps.ts';
import type { ComparedPartition, ComparedPorts } from './partitions.ts';
import type { Repair } from './repair.ts';
import { countReplaced } from './replaced.ts';
import { emptyReport, type PartitionReport } from './report.ts';

/** Receives the number of offsets and rows compared so far, and the total. */
export type OnProgress = (done: number, total: number) => void;

/** Compares everything settled in `partitions`, and has `repair` fix differences as soon as they are found. */
export async function compareLogs(
  ports: ComparedPorts,
  partitions: readonly ComparedPartition[],
  repair: Repair | undefined,
  onProgress: OnProgress,
): Promise<PartitionReport[]> {
  const { warehouse } = ports;
  const counted: { partition: ComparedPartition; report: PartitionReport; inLog: Chunk[]; unsettled: Chunk[] }[] = [];
  for (const partition of partitions) counted.push(await countPartition(warehouse, partition, repair));
  const rows = counted.reduce((sum, { report }) => sum + report.rows, 0);
  const total =
    rows + partitions.reduce((sum, partition) => sum + 2 * (partition.settledTo - partition.comparedFrom), 0);
  let done = 0;
  for (const { partition, report, inLog, unsettled } of counted) {
    for (const window of absentWindows(inLog)) {
      await compareWindow(ports, partition, window, report, repair);
      onProgress(done + window.to - partition.comparedFrom, total);
    }
    done += partition.settledTo - partition.comparedFrom;
    onProgress(done, total);
    for (const chunk of inLog) {
      if (partition.log) report.replaced += await countReplaced(ports, partition.log, chunk);
      onProgress((done += chunk.to - chunk.from), total);
    }
    for (const chunk of unsettled) {
      if (partition.log && chunk.rows > 0) report.replaced += await countReplaced(ports, partition.log, chunk);
    }
  }
  const reports = counted.map(({ report }) => report);
  for await (const duplicates of findDuplicateRows(warehouse, partitions, rows, (passed) =>
    onProgress(done + passed, total),
  )) {
    for (const duplicate of duplicates) {
      const report = reports.find((one) => isSamePartition(one, duplicate));
      if (report) report.duplicateIds += 1;
    }
    await repair?.onDuplicates(duplicates);
  }
  return reports;
}

/** Counts the rows of a partition, and reports those that are stored more than once. */
async function countPartition(
  warehouse: Pick<Warehouse, 'read'>,
  partition: ComparedPartition,
  repair: Repair | undefined,
) {
  const report = emptyReport(partition);
  const belowLog = await countChunks(warehouse, partition, { from: 0, to: partition.comparedFrom });
  const inLog = await countChunks(warehouse, partition, { from: partition.comparedFrom, to: partition.settledTo });
  // Rows of an insert in progress, or of one whose commit was lost: they can only be compared with their records.
  const unsettled = await countChunks(warehouse, partition, {
    from: partition.settledTo,
    to: partition.log?.endOffset ?? 0,
  });
  for (const chunk of [...belowLog, ...inLog]) {
    report.rows += chunk.rows;
    report.distinct += chunk.offsets;
  }
  for (const chunk of belowLog) report.uncompared += chunk.to - chunk.from - chunk.offsets;
  report.gaps = await findGaps(warehouse, partition, absentWindows(belowLog));
  for (const range of [...doubledWindows(belowLog), ...doubledWindows(inLog)]) {
    const doubled = await countDoubled(warehouse, partition, range);
    report.duplicateOffsets += doubled;
    if (doubled > 0) await repair?.onDoubled(partition, range);
  }
  return { partition, report, inLog, unsettled };
}

/** Explains every offset of `window` that has no row. */
async function compareWindow(
  { bus, warehouse }: ComparedPorts,
  partition: ComparedPartition,
  window: OffsetRange,
  report: PartitionReport,
  repair: Repair | undefined,
): Promise<void> {
  const { log } = partition;
  if (!log) return;
  const absent = await findAbsent(warehouse, partition, window);
  const read = new Set<number>();
  for await (const records of readRecords(bus, log, absent)) {
    for (const { offset } of records) read.add(offset);
    const { deadLetters, duplicates, deleted, missing } = await explain(warehouse, partition, records);
    report.deadLetters += deadLetters;
    report.duplicates += duplicates;
    report.deleted += deleted;
    report.missing += missing.length;
    await repair?.onMissing(partition, missing);
  }
  const removed = absent.filter((offset) => !read.has(offset));
  report.uncompared += removed.length;
  report.gaps = longestOf([...report.gaps, ...runsOf(removed)]);
  const last = removed.at(-1);
  if (report.log && last !== undefined) report.log.from = last + 1;
}

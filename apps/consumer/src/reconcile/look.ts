/** One comparison of the whole log with `events`. */
import type { Warehouse } from '@footfall/warehouse';
import { findAbsent, readRecords } from './absent.ts';
import { absentWindows, type Chunk, countChunks, doubledWindows, type OffsetRange } from './chunks.ts';
import { findCopies } from './copies.ts';
import { explain } from './explain.ts';
import { findGaps } from './gaps.ts';
import { isSamePlace, type Life } from './lives.ts';
import type { Response } from './repair.ts';
import { emptyReport, type LifeReport } from './report.ts';

/** Receives the number of offsets and rows compared so far, and the total. */
export type OnProgress = (done: number, total: number) => void;

/** Compares everything settled in `lives`, and reports differences to `response` as soon as they are found. */
export async function look(
  warehouse: Pick<Warehouse, 'read'>,
  lives: readonly Life[],
  response: Response,
  onProgress: OnProgress,
): Promise<LifeReport[]> {
  const counted: { life: Life; report: LifeReport; inLog: Chunk[] }[] = [];
  for (const life of lives) counted.push(await countLife(warehouse, life, response));
  const rows = counted.reduce((sum, { report }) => sum + report.rows, 0);
  const total = rows + lives.reduce((sum, life) => sum + life.settledTo - life.comparedFrom, 0);
  let done = 0;
  for (const { life, report, inLog } of counted) {
    for (const window of absentWindows(inLog)) {
      await compare(warehouse, life, window, report, response);
      onProgress(done + window.to - life.comparedFrom, total);
    }
    done += life.settledTo - life.comparedFrom;
    onProgress(done, total);
  }
  const reports = counted.map(({ report }) => report);
  for await (const copies of findCopies(warehouse, lives, rows, (passed) => onProgress(done + passed, total))) {
    for (const copy of copies) {
      const report = reports.find((one) => isSamePlace(one, copy));
      if (report) report.repeated += 1;
    }
    await response.onCopies(copies);
  }
  return reports;
}

/** Counts the rows of a partition, and reports the offsets that have several. */
async function countLife(warehouse: Pick<Warehouse, 'read'>, life: Life, response: Response) {
  const report = emptyReport(life);
  const belowLog = await countChunks(warehouse, life, { from: 0, to: life.comparedFrom });
  const inLog = await countChunks(warehouse, life, { from: life.comparedFrom, to: life.settledTo });
  for (const chunk of [...belowLog, ...inLog]) {
    report.rows += chunk.rows;
    report.distinct += chunk.places;
    report.doubled += chunk.rows - chunk.places;
  }
  for (const chunk of belowLog) report.uncompared += chunk.to - chunk.from - chunk.places;
  report.gaps = await findGaps(warehouse, life, absentWindows(belowLog));
  for (const range of [...doubledWindows(belowLog), ...doubledWindows(inLog)]) await response.onDoubled(life, range);
  return { life, report, inLog };
}

/** Explains every offset of `window` that has no row. */
async function compare(
  warehouse: Pick<Warehouse, 'read'>,
  life: Life,
  window: OffsetRange,
  report: LifeReport,
  response: Response,
): Promise<void> {
  const { log } = life;
  if (!log) return;
  const absent = await findAbsent(warehouse, life, window);
  for await (const records of readRecords(log, absent)) {
    const { deadLetters, copies, deleted, missing } = await explain(warehouse, life.incarnation, records);
    report.deadLetters += deadLetters;
    report.copies += copies;
    report.deleted += deleted;
    report.missing += missing.length;
    await response.onMissing(life, missing);
  }
}

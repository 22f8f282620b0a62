/** Reading the embedded log, by a claim on it or outside of any. */
import { AppError, StartError } from '@footfall/errors';
import type { BusRecord, LogPartition, ReadLimits } from '../port.ts';
import { type EventLog, partition } from './event-log.ts';

/** Records from `from` on; waits for the first until `waitMs` are over or `signal` aborts, and gives none once it has aborted. */
export async function readLog(
  log: EventLog,
  from: number,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<BusRecord[]> {
  checkOffset(log, from);
  if (from === log.end && !signal.aborted) await log.nextAppend(signal, limits.waitMs);
  return signal.aborted ? [] : readSound(log, from, limits);
}

/** The log as it is now, with `committed` as what a group has committed. */
export function logPartition(
  log: EventLog,
  { incarnation, committed }: Pick<LogPartition, 'incarnation' | 'committed'>,
): LogPartition {
  return {
    partition,
    incarnation,
    startOffset: log.first,
    endOffset: log.end,
    committed,
    read: (from, limits) => readLog(log, from, limits, new AbortController().signal),
  };
}

/** Throws when `offset` is neither in the log nor its end. */
export function checkOffset(log: EventLog, offset: number): void {
  if (Number.isInteger(offset) && offset >= log.first && offset <= log.end) return;
  // Not to be tried again: what is gone does not come back.
  throw new StartError(`Offset ${offset} is not in the log, which goes from ${log.first} to ${log.end}`);
}

function readSound(log: EventLog, from: number, limits: ReadLimits): BusRecord[] {
  try {
    return log.read(from, limits);
  } catch (cause) {
    throw new AppError('INTERNAL_ERROR', 'The event log is damaged', { cause });
  }
}

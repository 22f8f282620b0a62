/** Reads the embedded log, with or without an assignment. */
import { AppError, StartError } from '@footfall/errors';
import type { BusRecord, LogPartition, ReadLimits } from '../port.ts';
import { type EventLog, partition } from './event-log.ts';

/** Resolves with records from `from` on. Waits for the first one until `waitMs` have passed or `signal` aborts; resolves with none once it has aborted. */
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

/** Returns the log as it is now, with `committed` as the last commit. */
export function logPartition(
  log: EventLog,
  { topicId, committed }: Pick<LogPartition, 'topicId' | 'committed'>,
): LogPartition {
  return {
    partition,
    topicId,
    startOffset: log.first,
    endOffset: log.end,
    committed,
    read: (from, limits) => readLog(log, from, limits, new AbortController().signal),
  };
}

/** Throws a StartError if `offset` is neither in the log nor its end. */
export function checkOffset(log: EventLog, offset: number): void {
  if (Number.isInteger(offset) && offset >= log.first && offset <= log.end) return;
  // Not UNAVAILABLE, because a retry cannot bring removed records back.
  throw new StartError(`Offset ${offset} is not in the log, which has offsets ${log.first} to ${log.end}`);
}

function readSound(log: EventLog, from: number, limits: ReadLimits): BusRecord[] {
  try {
    return log.read(from, limits);
  } catch (cause) {
    throw new AppError('INTERNAL_ERROR', 'The event log is damaged', { cause });
  }
}

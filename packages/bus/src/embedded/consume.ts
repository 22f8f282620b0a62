/** Consumption of the embedded log: its one partition belongs to whoever consumes first in a group. */
import { AppError } from '@footfall/errors';
import type { BusRecord, Commit, Consumption, PartitionClaim } from '../port.ts';
import { type EventLog, partition } from './event-log.ts';

/** What a claim needs of the log that it is for. */
export interface ClaimSource {
  readonly incarnation: string;
  readonly log: EventLog;
  readonly committed: () => Commit | undefined;
  readonly commit: (commit: Commit) => Promise<void>;
}

/** Runs `handler` with a claim on the partition until `stop`, or until it throws. */
export function startConsumption(source: ClaimSource, handler: (claim: PartitionClaim) => Promise<void>): Consumption {
  const revocation = new AbortController();
  const stopped = new Promise<void>((resolve) => revocation.signal.addEventListener('abort', () => resolve()));
  const handled = Promise.resolve().then(() => run(source, handler, revocation));
  const finished = handled.then(() => stopped);
  // Who never looks at `finished` must not be ended by it.
  finished.catch(() => {});
  return {
    finished,
    async stop() {
      revocation.abort();
      await Promise.allSettled([handled]);
    },
  };
}

async function run(
  source: ClaimSource,
  handler: (claim: PartitionClaim) => Promise<void>,
  revocation: AbortController,
): Promise<void> {
  try {
    await handler(claimOf(source, revocation.signal));
  } catch (error) {
    revocation.abort();
    throw error;
  }
}

function claimOf({ incarnation, log, committed, commit }: ClaimSource, revoked: AbortSignal): PartitionClaim {
  return {
    partition,
    incarnation,
    revoked,
    committed: async () => committed(),
    endOffset: async () => log.end,
    async commit(next) {
      if (revoked.aborted) throw new AppError('CONFLICT', `Partition ${partition} is no longer ours`);
      checkOffset(log, next.offset);
      await commit(next);
    },
    async read(from, limits): Promise<BusRecord[]> {
      checkOffset(log, from);
      if (from === log.end && !revoked.aborted) await log.nextAppend(revoked, limits.waitMs);
      return revoked.aborted ? [] : readSound(log, from, limits);
    },
  };
}

function readSound(log: EventLog, from: number, limits: { recordsMax: number; bytesMax: number }): BusRecord[] {
  try {
    return log.read(from, limits);
  } catch (cause) {
    throw new AppError('INTERNAL_ERROR', 'The event log is damaged', { cause });
  }
}

function checkOffset(log: EventLog, offset: number): void {
  if (Number.isInteger(offset) && offset >= log.first && offset <= log.end) return;
  throw new AppError(
    'INTERNAL_ERROR',
    `Offset ${offset} is not in the log, which goes from ${log.first} to ${log.end}`,
  );
}

/** Consumption of the embedded log: its one partition is assigned to this process. */
import { AppError } from '@footfall/errors';
import type { Commit, Consumption, Assignment } from '../port.ts';
import { type EventLog, partition } from './event-log.ts';
import { checkOffset, readLog } from './read.ts';

/** The parts of the log that an assignment uses. */
export interface AssignmentSource {
  readonly topicId: string;
  readonly log: EventLog;
  readonly committed: () => Commit | undefined;
  readonly commit: (commit: Commit) => Promise<void>;
}

/** Runs `handler` with an assignment on the partition until `stop` is called or it throws. */
export function startConsumption(
  source: AssignmentSource,
  handler: (assignment: Assignment) => Promise<void>,
): Consumption {
  const revocation = new AbortController();
  const stopped = new Promise<void>((resolve) => revocation.signal.addEventListener('abort', () => resolve()));
  const handled = Promise.resolve().then(() => handler(assignmentOf(source, revocation.signal)));
  handled.catch(() => revocation.abort());
  const finished = handled.then(() => stopped);
  // A rejection that no caller handles would end the process.
  finished.catch(() => {});
  return {
    finished,
    async stop() {
      revocation.abort();
      await Promise.allSettled([handled]);
    },
  };
}

function assignmentOf({ topicId, log, committed, commit }: AssignmentSource, revoked: AbortSignal): Assignment {
  return {
    partition,
    topicId,
    partitionCount: 1,
    revoked,
    committed: async () => committed(),
    startOffset: async () => log.first,
    endOffset: async () => log.end,
    async commit(next) {
      if (revoked.aborted) throw new AppError('CONFLICT', `Partition ${partition} was revoked`);
      checkOffset(log, next.offset);
      await commit(next);
    },
    read: (from, limits) => readLog(log, from, limits, revoked),
  };
}

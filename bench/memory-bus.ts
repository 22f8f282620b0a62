/** An in-memory bus, so that only its reader is measured. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus, BusRecord, Commit, Assignment, ReadLimits } from '@footfall/bus';

/** A partition: the records from `startOffset` on. */
export interface MemoryLog {
  startOffset: number;
  records: BusRecord[];
}

/** Returns a bus over logs of the caller, which may append to them or drop records at the front. Stores commits in memory. */
export function createMemoryBus(topicId: string, logs: readonly MemoryLog[]): Bus {
  const commits: Commit[] = [];
  const partitions = logs.map((log, partition) => ({
    partition,
    topicId,
    partitionCount: logs.length,
    committed: async () => commits[partition],
    async commit(next: Commit) {
      commits[partition] = next;
    },
    read: (from: number, limits: ReadLimits) => readFrom(log, from, limits),
    startOffset: async () => log.startOffset,
    endOffset: async () => endOf(log),
  }));
  return {
    async consume(handler) {
      const stopping = new AbortController();
      const assignments: Assignment[] = partitions.map((one) => ({ ...one, revoked: stopping.signal }));
      const handled = Promise.all(assignments.map(handler));
      return {
        finished: new Promise(() => {}),
        async stop() {
          stopping.abort();
          await handled;
        },
      };
    },
    partitions: async () =>
      partitions.map((one, partition) => {
        const log = logs[partition] ?? { startOffset: 0, records: [] };
        return { ...one, committed: commits[partition], startOffset: log.startOffset, endOffset: endOf(log) };
      }),
    publish: async () => {},
    deadLetters: async () => [],
    ping: async () => {},
    close: async () => {},
  };
}

const endOf = ({ startOffset, records }: MemoryLog) => startOffset + records.length;

async function readFrom(log: MemoryLog, from: number, { recordsMax, waitMs }: ReadLimits): Promise<BusRecord[]> {
  if (from >= endOf(log)) await delay(waitMs);
  return log.records.slice(from - log.startOffset, from - log.startOffset + recordsMax);
}

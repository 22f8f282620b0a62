/** A member of a group that continues from its commits, like the consumer, and records what it read. */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@footfall/errors';
import type { Bus, Consumption, Assignment } from '../port.ts';

const limits = { recordsMax: 50, bytesMax: 1 << 20, waitMs: 200 };

/** The texts of the records that all members have read, by offset; some were read more than once. */
export class Read {
  readonly texts = new Map<string, string>();
  /** The assigned partitions, by the name of the member. */
  readonly held = new Map<number, string>();

  note(partition: number, offset: number, value: Uint8Array): void {
    this.texts.set(`${partition}/${offset}`, Buffer.from(value).toString());
  }

  /** Returns the assigned partitions by member: `{ a: [0, 2], b: [1] }`. */
  shares(): Record<string, number[]> {
    const shares: Record<string, number[]> = {};
    for (const [partition, member] of [...this.held].toSorted(([a], [b]) => a - b)) {
      (shares[member] ??= []).push(partition);
    }
    return shares;
  }
}

/** Starts a member that reads every record from the last commit on, checks that none is missing, and commits after each read. */
export function carry(bus: Bus, read: Read, name = 'a member'): Promise<Consumption> {
  return bus.consume(async (assignment) => {
    read.held.set(assignment.partition, name);
    await carryOn(assignment, read);
    if (read.held.get(assignment.partition) === name) read.held.delete(assignment.partition);
  });
}

async function carryOn(assignment: Assignment, read: Read): Promise<void> {
  let next: number | undefined;
  while (!assignment.revoked.aborted) {
    try {
      next ??= (await assignment.committed())?.offset ?? 0;
      const records = await assignment.read(next, limits);
      for (const { offset, value } of records) {
        if (offset !== next) throw new Error(`${assignment.partition}/${next} was skipped`);
        read.note(assignment.partition, offset, value);
        next++;
      }
      if (records.length > 0) await assignment.commit({ offset: next, metadata: '' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      next = undefined;
      await delay(50);
    }
  }
}

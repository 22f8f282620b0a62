/** The planned range of offsets. Its end is in the metadata of an offset commit, so that a restart repeats exactly that insert. */
import { StartError } from '@footfall/errors';
import type { Commit, TopicPartition } from '@footfall/bus';
import { z } from 'zod';

const planSchema = z.strictObject({ v: z.literal(1), to: z.int().min(0) });

/** The offsets of one insert, both inclusive. */
export interface PlannedRange extends TopicPartition {
  from: number;
  to: number;
}

/** The progress of a partition: the next offset, and the last offset of a range whose insert has begun. */
export interface Position {
  from: number;
  /** Inclusive; undefined if no insert was in progress. */
  plannedTo: number | undefined;
}

/** Returns the commit that announces the insert of `from..to`. */
export function planCommit(from: number, to: number): Commit {
  return { offset: from, metadata: JSON.stringify({ v: 1, to }) };
}

/** Returns the commit that follows the insert of everything before `next`. */
export function doneCommit(next: number): Commit {
  return { offset: next, metadata: '' };
}

/** Parses a commit. Throws a StartError if its metadata has another form: a guessed range could lose or repeat events. */
export function readPosition(commit: Commit): Position {
  if (commit.metadata === '') return { from: commit.offset, plannedTo: undefined };
  const plan = planSchema.safeParse(parseJson(commit.metadata));
  if (!plan.success || plan.data.to < commit.offset) {
    throw new StartError(
      `The committed offset ${commit.offset} has metadata that this version cannot read: run the version that wrote it, or reset the group's offsets`,
    );
  }
  return { from: commit.offset, plannedTo: plan.data.to };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

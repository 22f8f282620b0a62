/** The note in an offset commit that says how far the next insert goes, so that a restart repeats exactly that insert. */
import { StartError } from '@footfall/errors';
import type { Commit } from '@footfall/bus';
import { z } from 'zod';

/** The group under which consumers commit their offsets. */
export const consumerGroup = 'footfall-consumer';

const planSchema = z.strictObject({ v: z.literal(1), to: z.int().min(0) });

/** Where a partition stands: the next offset, and the last offset of a range whose insert was begun. */
export interface Position {
  from: number;
  /** Inclusive; undefined when no insert was under way. */
  plannedTo: number | undefined;
}

/** The commit that announces the insert of `from..to`. */
export function planCommit(from: number, to: number): Commit {
  return { offset: from, metadata: JSON.stringify({ v: 1, to }) };
}

/** The commit after everything before `next` was inserted. */
export function doneCommit(next: number): Commit {
  return { offset: next, metadata: '' };
}

/** Reads a commit back. Throws a StartError when its note is not one of ours: guessing a range could lose or repeat events. */
export function readPosition(commit: Commit): Position {
  if (commit.metadata === '') return { from: commit.offset, plannedTo: undefined };
  const plan = planSchema.safeParse(parseJson(commit.metadata));
  if (!plan.success || plan.data.to < commit.offset) {
    throw new StartError(
      `The committed offset ${commit.offset} carries a note this version cannot read: run the version that wrote it, or reset the group's offsets`,
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

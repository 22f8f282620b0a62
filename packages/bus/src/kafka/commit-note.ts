/** What a commit's note looks like in Kafka: the topic's incarnation in front of the group's own. */
import type { Commit } from '../port.ts';

const notePattern = /^([0-9a-f]{32})\|(.*)$/s;

export function encodeNote(incarnation: string, metadata: string): string {
  return `${incarnation}|${metadata}`;
}

/** The commit that Kafka has stored; undefined when there is none for this life of the topic. A note that is none of ours is given as it is: an operator sets an offset without any. */
export function decodeCommit(
  incarnation: string,
  { offset, metadata }: { offset: string; metadata: string | null },
): Commit | undefined {
  const next = Number(offset);
  if (next < 0) return undefined;
  const [, life, own] = notePattern.exec(metadata ?? '') ?? [];
  if (life === undefined || own === undefined) return { offset: next, metadata: metadata ?? '' };
  return life === incarnation ? { offset: next, metadata: own } : undefined;
}

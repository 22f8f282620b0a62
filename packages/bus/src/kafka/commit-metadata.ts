/** The metadata of a commit in Kafka: the topic ID, then the metadata of the consumer. */
import type { Commit } from '../port.ts';

const metadataPattern = /^([0-9a-f]{32})\|(.*)$/s;

export function encodeMetadata(topicId: string, metadata: string): string {
  return `${topicId}|${metadata}`;
}

/** Returns the commit that Kafka has stored; undefined if there is none for this topic ID. Metadata in another format is returned unchanged: an offset that an operator sets has none. */
export function decodeCommit(
  topicId: string,
  { offset, metadata }: { offset: string; metadata: string | null },
): Commit | undefined {
  const next = Number(offset);
  if (next < 0) return undefined;
  const [, committedTo, own] = metadataPattern.exec(metadata ?? '') ?? [];
  if (committedTo === undefined || own === undefined) return { offset: next, metadata: metadata ?? '' };
  return committedTo === topicId ? { offset: next, metadata: own } : undefined;
}

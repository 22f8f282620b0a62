/** The events and sessions of each hour, day, week or month of a range. */
import { bucketName, bucketNames } from './buckets.ts';
import type { Granularity } from './calendar.ts';
import { type Fact, factsIn, type Happened, type Session, sessionsIn } from './facts.ts';
import { groupBy } from './group.ts';
import type { Range } from './range.ts';

export interface Bucket {
  date: string;
  /** The events that count in the bucket. */
  facts: readonly Fact[];
  /** The sessions that start in the bucket. */
  sessions: readonly Session[];
}

/** Returns every bucket of the range, in order; the first and last contain only what is in the range. */
export function buckets(happened: Happened, range: Range, granularity: Granularity, zone: string): Bucket[] {
  const nameOf = (epochMs: number) => bucketName(zone, granularity, epochMs);
  const facts = groupBy(factsIn(happened, range), (fact) => nameOf(fact.timestampMs));
  const sessions = groupBy(sessionsIn(happened, range), (session) => nameOf(session.startMs));
  return bucketNames(zone, granularity, range).map((date) => ({
    date,
    facts: facts.get(date) ?? [],
    sessions: sessions.get(date) ?? [],
  }));
}

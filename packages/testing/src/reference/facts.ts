/** From deliveries to the events that count: each once, with its time, visitor and session. */
import { dateName, dayMs, minuteMs, readTime } from './calendar.ts';
import { groupBy } from './group.ts';
import { holds, type Range } from './range.ts';
import type { Attributes, Delivery, SentEvent } from './sent.ts';

/** The order of events of one millisecond: the first difference decides. */
type ArrivalOrder = [receivedAtMs: number, requestIndex: number, accepted: number];

/** An event that counts. */
export interface Fact {
  type: string;
  timestampMs: number;
  arrival: ArrivalOrder;
  visitor: string;
  session: string;
  event: SentEvent;
  attributes: Attributes;
}

/** Everything the reference knows of one session, its facts earliest first. */
export interface Session {
  id: string;
  startMs: number;
  durationMs: number;
  /** All of its events. */
  facts: Fact[];
  /** The facts that count; filters exclude some. */
  counted: Fact[];
  firstView: Fact | undefined;
  lastView: Fact | undefined;
  visitor: string;
  attributes: Attributes;
  bounced: boolean;
}

/** The events that count and the sessions of one workspace. */
export interface Happened {
  facts: readonly Fact[];
  sessions: readonly Session[];
}

const sessionGapMs = 30 * minuteMs;
const aheadMs = 5 * minuteMs;
const publicPastMs = 7 * dayMs;

type Timed = { delivery: Delivery; timestampMs: number; arrival: ArrivalOrder };

/** Returns the events of one workspace that count, earliest first. */
export function countedFacts(deliveries: readonly Delivery[]): Fact[] {
  const timed = deliveries.map((delivery, accepted): Timed => {
    const arrival: ArrivalOrder = [delivery.receivedAtMs, delivery.requestIndex, accepted];
    return { delivery, timestampMs: effectiveTime(delivery), arrival };
  });
  return withSessions(withoutDuplicates(timed)).toSorted(byTime);
}

/** Returns the time of an event: by the client's corrected clock, or the time of arrival if that of a public key is not credible. */
export function effectiveTime(delivery: Delivery): number {
  const { key, receivedAtMs } = delivery;
  const corrected = correctedTime(delivery);
  if (key === 'secret') return corrected;
  const isBelieved = corrected >= receivedAtMs - publicPastMs && corrected <= receivedAtMs + aheadMs;
  return isBelieved ? corrected : receivedAtMs;
}

/** Returns true if an event is rejected for its time: with a secret key it must not be in the future. */
export function isRefused(delivery: Delivery): boolean {
  return delivery.key === 'secret' && correctedTime(delivery) > delivery.receivedAtMs + aheadMs;
}

function correctedTime({ event, receivedAtMs, sentAtMs }: Delivery): number {
  if (event.timestamp === undefined) return receivedAtMs;
  const sent = typeof event.timestamp === 'number' ? event.timestamp : readTime(event.timestamp).epochMs;
  return sentAtMs === undefined ? sent : sent + (receivedAtMs - sentAtMs);
}

function withoutDuplicates(timed: readonly Timed[]): Timed[] {
  const kept = new Map<string, Timed[]>();
  return timed.filter((candidate) => {
    const { id } = candidate.delivery.event;
    if (id === undefined) return true;
    const earlier = kept.get(id.toLowerCase()) ?? [];
    if (earlier.some((other) => isSameEvent(other, candidate))) return false;
    kept.set(id.toLowerCase(), [...earlier, candidate]);
    return true;
  });
}

function isSameEvent(earlier: Timed, later: Timed): boolean {
  const receivedAtMs = later.delivery.receivedAtMs;
  if (receivedAtMs - earlier.delivery.receivedAtMs <= dayMs) return true;
  return receivedAtMs - later.timestampMs > dayMs && earlier.timestampMs === later.timestampMs;
}

/** Assigns visitors and sessions to all events. Those without a sessionId are cut, per visitor, after more than 30 minutes without an event. */
function withSessions(timed: readonly Timed[]): Fact[] {
  const people = groupBy(timed, ({ delivery }) => {
    const { visitorId, sessionId } = delivery.event;
    const who = visitorId === undefined ? `person ${delivery.person}` : `visitor ${visitorId}`;
    return sessionId === undefined ? who : `${who} in session ${sessionId}`;
  });
  return [...people].flatMap(([who, events]) =>
    events[0].delivery.event.sessionId === undefined ? cutIntoSessions(who, events) : events.map(asSent),
  );
}

function asSent({ delivery, timestampMs, arrival }: Timed): Fact {
  const { event, attributes, person } = delivery;
  const visitor = event.visitorId === undefined ? dayVisitor(person, timestampMs) : `visitor ${event.visitorId}`;
  return { type: event.type, timestampMs, arrival, visitor, session: `sent ${event.sessionId}`, event, attributes };
}

function cutIntoSessions(who: string, timed: readonly Timed[]): Fact[] {
  let start = -Infinity;
  let last = -Infinity;
  return timed.toSorted(byTime).map(({ delivery, timestampMs, arrival }) => {
    if (timestampMs - last > sessionGapMs) start = timestampMs;
    last = timestampMs;
    const { event, attributes, person } = delivery;
    // A session in progress at midnight continues, so its visitor is that of the day on which it started.
    const visitor = event.visitorId === undefined ? dayVisitor(person, start) : `visitor ${event.visitorId}`;
    return { type: event.type, timestampMs, arrival, visitor, session: `${who} from ${start}`, event, attributes };
  });
}

/** A visitor without an ID is a different one every day. */
function dayVisitor(person: string, timestampMs: number): string {
  return `person ${person} on ${dateName(timestampMs)}`;
}

function byTime(a: Pick<Timed, 'timestampMs' | 'arrival'>, b: Pick<Timed, 'timestampMs' | 'arrival'>): number {
  const ties = a.arrival.map((figure, index) => figure - (b.arrival[index] ?? 0));
  return a.timestampMs - b.timestampMs || (ties.find((difference) => difference !== 0) ?? 0);
}

/** Returns the sessions of facts that are ordered by time. */
export function sessionsOf(facts: readonly Fact[]): Session[] {
  return [...groupBy(facts, (fact) => fact.session).values()].map((own) => {
    const [first] = own;
    const last = own.at(-1) ?? first;
    const pageviews = own.filter(isPageview);
    return {
      id: first.session,
      startMs: first.timestampMs,
      durationMs: last.timestampMs - first.timestampMs,
      facts: own,
      counted: own,
      firstView: pageviews[0],
      lastView: pageviews.at(-1),
      visitor: first.visitor,
      attributes: (pageviews[0] ?? first).attributes,
      bounced: pageviews.length === 1 && own.every((fact) => fact.type.startsWith('$')),
    };
  });
}

export function isPageview(fact: Fact): boolean {
  return fact.type === '$pageview';
}

/** Returns the events in a range. */
export function factsIn({ facts }: Happened, range: Range): Fact[] {
  return facts.filter((fact) => holds(range, fact.timestampMs));
}

/** Returns the sessions that start in a range. */
export function sessionsIn({ sessions }: Happened, range: Range): Session[] {
  return sessions.filter((session) => holds(range, session.startMs));
}

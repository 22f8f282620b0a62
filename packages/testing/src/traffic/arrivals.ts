/** From visits to single events in the order in which they reach the server. */
import { effectiveTime } from '../reference/facts.ts';
import { bucketStart, dayMs, minuteMs } from '../reference/calendar.ts';
import { groupBy } from '../reference/group.ts';
import { type Arrival, arrivalsOfVisit, sameDay } from './visit-events.ts';
import type { Repeat, Traffic } from './visits.ts';

const sessionGapMs = 30 * minuteMs;

/** Returns all events of one workspace's visits, repeats included, in order of arrival. */
export function arrivalsOf(traffic: Traffic, workspace: number, sendingAtMs: number): Arrival[] {
  const eraMs = traffic.eraMs ?? bucketStart(sendingAtMs, 'day') - 2 * dayMs;
  const own = traffic.visits.flatMap((visit, index) =>
    (visit.workspaces >> workspace) & 1 ? arrivalsOfVisit(visit, index, eraMs) : [],
  );
  // Two of the same rank would arrive in the order of this list, whatever their times.
  own.forEach((arrival, index) => (arrival.arrival += index / own.length));
  inOrderWhereItMatters(own, sendingAtMs);
  const repeats = traffic.repeats.filter((repeat) => repeat.again === 'same day');
  return [...own, ...repeats.flatMap((repeat) => repeated(own, repeat, sendingAtMs))].toSorted(
    (a, b) => a.arrival - b.arrival,
  );
}

/** Returns the events of a day later: old events again, and IDs that are reused for new events. */
export function nextDayArrivals(
  sent: readonly Arrival[],
  repeats: readonly Repeat[],
  sendingAtMs: number,
  dayLaterMs: number,
): Arrival[] {
  // Yesterday's salt no longer exists then: if such an event is not a duplicate, an unnamed visitor would correctly be a different one.
  const known = sent.filter(
    ({ event, key, clientTimeMs }) =>
      event.id !== undefined && event.visitorId !== undefined && key === 'secret' && clientTimeMs <= sendingAtMs,
  );
  return repeats.flatMap((repeat) => {
    const original = known[repeat.pick % Math.max(known.length, 1)];
    if (!original || repeat.again === 'same day') return [];
    if (repeat.again === 'next day') return [original];
    if (original.event.sessionId === undefined || original.event.visitorId === undefined) return [];
    const clientTimeMs = dayLaterMs - minuteMs - repeat.delay;
    return [{ ...original, event: { ...original.event, timestamp: clientTimeMs }, clientTimeMs }];
  });
}

function repeated(arrivals: readonly Arrival[], repeat: Repeat, sendingAtMs: number): Arrival[] {
  const known = arrivals.filter(({ event }) => event.id !== undefined);
  const original = known[repeat.pick % Math.max(known.length, 1)];
  if (!original) return [];
  const copy = { ...original, arrival: original.arrival + repeat.delay };
  if (repeat.change === 'content') return [{ ...copy, event: { ...copy.event, title: 'Another title' } }];
  const fresh = effectiveOf(original, sendingAtMs) > sendingAtMs - dayMs && original.event.sessionId !== undefined;
  if (repeat.change !== 'time' || !fresh) return [copy];
  const clientTimeMs = copy.clientTimeMs - 5000;
  return [{ ...copy, clientTimeMs, event: { ...copy.event, timestamp: clientTimeMs } }];
}

/**
 * Events without a session may arrive in any order only if no order can split one session in two:
 * events that span more than the gap, or midnight for a derived visitor, arrive in order of time.
 */
function inOrderWhereItMatters(arrivals: readonly Arrival[], sendingAtMs: number): void {
  const unnamed = arrivals.filter(({ event }) => event.sessionId === undefined);
  for (const own of groupBy(unnamed, ({ event, person }) => event.visitorId ?? person).values()) {
    const timed = own.map((arrival) => ({ arrival, timeMs: effectiveOf(arrival, sendingAtMs) }));
    for (const stretch of stretches(timed)) {
      const firstMs = stretch[0].timeMs;
      const lastMs = (stretch.at(-1) ?? stretch[0]).timeMs;
      const isKnown = own[0].event.visitorId !== undefined;
      if (lastMs - firstMs <= sessionGapMs && (isKnown || sameDay(firstMs, lastMs))) continue;
      const positions = stretch.map(({ arrival }) => arrival.arrival).toSorted((a, b) => a - b);
      stretch.forEach(({ arrival }, index) => (arrival.arrival = positions[index] ?? 0));
    }
  }
}

type Timed = { arrival: Arrival; timeMs: number };

/** Splits events in order of time after each pause longer than the gap. */
function stretches(timed: readonly Timed[]): [Timed, ...Timed[]][] {
  const cut: [Timed, ...Timed[]][] = [];
  for (const next of timed.toSorted((a, b) => a.timeMs - b.timeMs || a.arrival.arrival - b.arrival.arrival)) {
    const current = cut.at(-1);
    const previous = current?.at(-1);
    if (current && previous && next.timeMs - previous.timeMs <= sessionGapMs) current.push(next);
    else cut.push([next]);
  }
  return cut;
}

function effectiveOf({ event, attributes, key, person }: Arrival, sendingAtMs: number): number {
  return effectiveTime({ event, attributes, key, person, requestIndex: 0, receivedAtMs: sendingAtMs });
}

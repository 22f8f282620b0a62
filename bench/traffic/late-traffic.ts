/** Events of an unreliable network: out of order, up to a week late, and many of them duplicated. */
import type { EventRow } from '@footfall/warehouse';
import { generateEvents } from '../generate-events.ts';
import { createRandom, type Random } from '../random.ts';
import { workspaceId } from './traffic-sql.ts';

interface LateTraffic {
  seed: number;
  /** The approximate number; duplicates count once. */
  events: number;
  startMs: number;
  endMs: number;
}

/** The record on the bus, before it has an offset. */
export type Arrival = Omit<EventRow, 'topicId' | 'partition' | 'offset'>;

const hourMs = 3_600_000;
const lateShare = 0.5;
const lateMsMax = 7 * 24 * hourMs;
const repeatedShare = 0.15;
/** A client repeats events without a response within a day. */
const repeatMsMax = 20 * hourMs;
/** No session is longer. */
const sessionMsMax = 3 * hourMs;
/** The shares of two workspaces. */
const shares = [0.7, 0.3];

/** Yields the arrivals in order, those of some hours at a time. */
export function* lateTraffic(traffic: LateTraffic): Generator<Arrival[]> {
  const random = createRandom(traffic.seed);
  /** Arrivals of later hours, by hour. */
  const waiting = new Map<number, Arrival[]>();
  let flushedHour = Math.floor(traffic.startMs / hourMs);
  for (const event of inTurn(traffic)) {
    for (const arrival of arrivals(event, random)) put(waiting, arrival);
    const hour = Math.floor((event.timestamp - sessionMsMax) / hourMs);
    if (hour <= flushedHour) continue;
    yield take(waiting, flushedHour, hour);
    flushedHour = hour;
  }
  yield take(waiting, flushedHour, Infinity);
}

/** Yields the events of all workspaces, always from the one with the earliest time. */
function* inTurn({ seed, events, startMs, endMs }: LateTraffic): Generator<EventRow> {
  const sources = shares.map((share, index) => ({
    atMs: startMs,
    events: generateEvents({
      seed: seed + index,
      workspaceId: workspaceId(index),
      events: Math.round(events * share),
      startMs,
      endMs,
    }),
  }));
  while (sources.length > 0) {
    const behind = sources.reduce((a, b) => (a.atMs <= b.atMs ? a : b));
    const next = behind.events.next();
    if (next.done) sources.splice(sources.indexOf(behind), 1);
    else {
      behind.atMs = next.value.timestamp;
      yield next.value;
    }
  }
}

function arrivals({ topicId: _i, partition: _p, offset: _o, ...event }: EventRow, random: Random): Arrival[] {
  const lateMs = random.chance(lateShare) ? Math.floor(random.next() ** 2 * lateMsMax) : random.integer(1_000);
  const receivedAt = event.timestamp + lateMs;
  const first = { ...event, receivedAt };
  if (!random.chance(repeatedShare)) return [first];
  return [first, { ...event, receivedAt: receivedAt + random.integer(repeatMsMax) }];
}

function put(waiting: Map<number, Arrival[]>, arrival: Arrival): void {
  const hour = Math.floor(arrival.receivedAt / hourMs);
  const list = waiting.get(hour);
  if (list) list.push(arrival);
  else waiting.set(hour, [arrival]);
}

/** Returns the arrivals before `endHour`, in order. */
function take(waiting: Map<number, Arrival[]>, fromHour: number, endHour: number): Arrival[] {
  const hours =
    endHour === Infinity
      ? [...waiting.keys()]
      : Array.from({ length: endHour - fromHour }, (_, index) => fromHour + index);
  return hours
    .flatMap((hour) => {
      const list = waiting.get(hour) ?? [];
      waiting.delete(hour);
      return list;
    })
    .toSorted((a, b) => a.receivedAt - b.receivedAt);
}

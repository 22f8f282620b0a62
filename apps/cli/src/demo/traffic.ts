/** Thirty days of lifelike traffic, the same again for the same seed and time. */
import { uuidFrom } from '../access-log/event-id.ts';
import type { OutgoingEvent } from '../clients/ingest-client.ts';
import { agents, networks, origins } from './cast.ts';
import { type Chance, createChance } from './random.ts';
import { type Visitor, visitEvents } from './visit.ts';

export interface TrafficOptions {
  seed: number;
  /** About how many events; the last visit may add a few. */
  events: number;
  /** Epoch milliseconds at which the traffic ends. */
  nowMs: number;
}

const dayMs = 86_400_000;
const days = 30;
/** Visits that have begun within the last minutes, for realtime. */
const visitsNow = 12;
const nowWindowMs = 4 * 60_000;
const returningShare = 0.35;

/** Weight of each UTC hour of a day, and of each weekday from Sunday on. */
const hourWeights = [3, 2, 2, 2, 2, 3, 5, 8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 10, 11, 12, 12, 10, 7, 5];
const weekdayWeights = [8, 11, 12, 12, 11, 10, 8];
const heaviest = Math.max(...hourWeights) * Math.max(...weekdayWeights);

/** All events in order of time, none after `nowMs`; each has an id and a visitor. */
export function demoTraffic({ seed, events, nowMs }: TrafficOptions): OutgoingEvent[] {
  const chance = createChance(seed);
  const visitors: Visitor[] = [];
  const all: { timestamp: number; event: OutgoingEvent }[] = [];
  for (let visit = 0; visit < visitsNow || all.length < events; visit += 1) {
    const startMs = visit < visitsNow ? nowMs - chance.between(10_000, nowWindowMs) : visitStart(chance, nowMs);
    const visitor = pickVisitor(chance, visitors);
    for (const moment of visitEvents(chance, visitor, startMs)) {
      if (moment.timestamp > nowMs) break;
      const id = uuidFrom(`${seed}\0${all.length}\0${moment.timestamp}`);
      all.push({ timestamp: moment.timestamp, event: { id, ...moment } });
    }
  }
  return all.toSorted((a, b) => a.timestamp - b.timestamp).map(({ event }) => event);
}

/** A time in the last thirty days, likelier in busy hours, on working days and lately. */
function visitStart(chance: Chance, nowMs: number): number {
  for (;;) {
    const age = chance.next() * days;
    const start = nowMs - age * dayMs;
    const date = new Date(start);
    const weight = (hourWeights[date.getUTCHours()] ?? 0) * (weekdayWeights[date.getUTCDay()] ?? 0);
    const growth = 1 - (0.4 * age) / days;
    if (chance.next() < (weight / heaviest) * growth) return start;
  }
}

function pickVisitor(chance: Chance, visitors: Visitor[]): Visitor {
  const known = visitors[Math.floor(chance.next() * visitors.length)];
  if (known !== undefined && chance.isTrue(returningShare)) return known;
  const visitor: Visitor = {
    visitorId: `demo-${visitors.length}`,
    ip: `${chance.pick(networks).prefix}.${1 + Math.floor(chance.next() * 254)}`,
    userAgent: chance.pick(agents).userAgent,
    origin: chance.pick(origins),
  };
  visitors.push(visitor);
  return visitor;
}

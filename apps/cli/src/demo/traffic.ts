/** Lifelike traffic of the last 90 days, in UTC and with today, and of now; reproducible for the same seed and time. */
import { dayMs } from '@footfall/schemas';
import { uuidFrom } from '../access-log/event-id.ts';
import { agents, networks, origins } from './cast.ts';
import { type Chance, createChance } from './random.ts';
import { type Moment, type Visitor, visitEvents } from './visit.ts';

export const daysOfTraffic = 90;
/** The number of visits that have begun within the last minutes, for realtime. */
const visitsNow = 12;
const nowWindowMs = 4 * 60_000;
const returningShare = 0.35;

/** The weight of each UTC hour of a day, and of each weekday from Sunday on. */
const hourWeights = [3, 2, 2, 2, 2, 3, 5, 8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 10, 11, 12, 12, 10, 7, 5];
const weekdayWeights = [8, 11, 12, 12, 11, 10, 8];
const heaviest = Math.max(...hourWeights) * Math.max(...weekdayWeights);

export class Traffic {
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #visitors: Visitor[] = [];
  #made = 0;
  /** Events in order of time that have not been returned yet. */
  #upcoming: Moment[] = [];
  #nextVisitMs = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#chance = createChance(seed);
  }

  /** Returns about `count` events of the days before `nowMs`, in order of time; the last visit may add a few. */
  history(count: number, nowMs: number): Moment[] {
    const events: Moment[] = [];
    const visitsMin = count === 0 ? 0 : visitsNow;
    for (let visit = 0; visit < visitsMin || events.length < count; visit += 1) {
      const isNow = visit < visitsNow;
      const startMs = isNow ? nowMs - this.#chance.between(10_000, nowWindowMs) : this.#startInHistory(nowMs);
      for (const event of this.#visit(startMs)) (event.timestamp <= nowMs ? events : this.#upcoming).push(event);
    }
    this.#upcoming = this.#upcoming.toSorted(byTime);
    this.#nextVisitMs = nowMs;
    return events.toSorted(byTime);
  }

  /** Returns the events from the last call until `nowMs`: those of visits in progress and of new ones, at the rate of the end of the history. */
  until(nowMs: number): Moment[] {
    while (this.#nextVisitMs <= nowMs) {
      this.#upcoming.push(...this.#visit(this.#nextVisitMs));
      this.#nextVisitMs += this.#chance.exponential(nowWindowMs / visitsNow);
    }
    this.#upcoming = this.#upcoming.toSorted(byTime);
    const due = this.#upcoming.findIndex(({ timestamp }) => timestamp > nowMs);
    return this.#upcoming.splice(0, due < 0 ? this.#upcoming.length : due);
  }

  #visit(startMs: number): Moment[] {
    return visitEvents(this.#chance, this.#pickVisitor(), startMs).map((moment) => {
      this.#made += 1;
      return { id: uuidFrom(`${this.#seed}\0${this.#made}\0${moment.timestamp}`), ...moment };
    });
  }

  /** Returns a time in the history, more likely in busy hours, on working days and lately. */
  #startInHistory(nowMs: number): number {
    const firstMs = Math.floor(nowMs / dayMs) * dayMs - (daysOfTraffic - 1) * dayMs;
    for (;;) {
      const start = firstMs + this.#chance.next() * (nowMs - firstMs);
      const date = new Date(start);
      const weight = (hourWeights[date.getUTCHours()] ?? 0) * (weekdayWeights[date.getUTCDay()] ?? 0);
      const growth = 1 - (0.4 * (nowMs - start)) / (daysOfTraffic * dayMs);
      if (this.#chance.next() < (weight / heaviest) * growth) return start;
    }
  }

  #pickVisitor(): Visitor {
    const known = this.#visitors[Math.floor(this.#chance.next() * this.#visitors.length)];
    if (known !== undefined && this.#chance.isTrue(returningShare)) return known;
    const visitor: Visitor = {
      visitorId: `demo-${this.#visitors.length}`,
      ip: `${this.#chance.pick(networks).prefix}.${1 + Math.floor(this.#chance.next() * 254)}`,
      userAgent: this.#chance.pick(agents).userAgent,
      origin: this.#chance.pick(origins),
    };
    this.#visitors.push(visitor);
    return visitor;
  }
}

function byTime(a: Moment, b: Moment): number {
  return a.timestamp - b.timestamp;
}

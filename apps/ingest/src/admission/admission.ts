/** Admission control: limits the work in progress. A request above a limit is refused before any work is done on it. */
import type { AppError } from '@footfall/errors';
import { BodyMemory, type ReservedBytes } from './body-memory.ts';
import { Cancellation } from './cancellation.ts';
import type { IngestLimits } from '../config.ts';
import { overloaded, tooManyWaiting } from './overloaded.ts';
import { type Turn, Turns } from './turns.ts';

/** The resources that one request has reserved. */
export class Reservation {
  readonly #admission: Admission;
  /** Cancelled, with the error to respond with, when further work on the request would be wasted. */
  readonly cancellation = new Cancellation();
  readonly bytes: ReservedBytes;
  readonly turn: Turn;
  #work: Work | undefined;

  /** `address`: the client's, as limits count it. */
  constructor(admission: Admission, memory: BodyMemory, turns: Turns, address: string) {
    this.#admission = admission;
    this.bytes = memory.open(address, () => this.cancellation.cancel(overloaded()));
    this.turn = turns.open(this.cancellation);
  }

  /** Starts the work on so many events. Throws UNAVAILABLE if too many are in progress. */
  begin(events: number): void {
    this.#work = this.#admission.begin(events);
  }

  /** Cancels the request after a deadline, and throws `error` for the response. */
  expire(error: AppError): never {
    this.cancellation.cancel(error);
    throw error;
  }

  /** Releases everything that is reserved. */
  release(): void {
    if (this.#work) this.#admission.end(this.#work);
    this.#work = undefined;
    this.bytes.release();
  }

  /** Releases everything that is reserved, unless work has begun: events that are being published stay reserved until they are durable, even if their client was told to retry. */
  abandon(): void {
    if (!this.#work) this.release();
  }
}

/** The events in progress, and the time at which their work began. */
interface Work {
  readonly events: number;
  readonly begunAtMs: number;
}

export class Admission {
  readonly #limits: IngestLimits;
  readonly #now: () => number;
  readonly #memory: BodyMemory;
  readonly #turns = new Turns();
  #requests = 0;
  #events = 0;
  /** The maximum number of events in progress, so that all become durable well before their deadline: work on more would be wasted, and repeated when the clients retry. */
  #eventsMax: number;

  /** `now`: milliseconds, of a clock that does not jump. */
  constructor(limits: IngestLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#memory = new BodyMemory(limits, now);
    this.#eventsMax = limits.inFlightEventsMax;
  }

  get requests(): number {
    return this.#requests;
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** Returns an empty reservation. `address`: the client's, as limits count it. */
  reserve(address: string): Reservation {
    return new Reservation(this, this.#memory, this.#turns, address);
  }

  /** Throws UNAVAILABLE if too many events are in progress. */
  begin(events: number): Work {
    if (this.#requests >= this.#limits.inFlightRequestsMax) throw tooManyWaiting();
    // A single request is always admitted.
    if (this.#events > 0 && this.#events + events > this.#eventsMax) throw tooManyWaiting();
    this.#requests += 1;
    this.#events += events;
    return { events, begunAtMs: this.#now() };
  }

  /** Halves the limit on events after work that missed its deadline, and raises it after work that took less than half of it. */
  end({ events, begunAtMs }: Work): void {
    const tookMs = this.#now() - begunAtMs;
    this.#requests -= 1;
    this.#events -= events;
    const { acceptDeadlineMs, inFlightEventsMin, inFlightEventsMax } = this.#limits;
    if (tookMs > acceptDeadlineMs) this.#eventsMax = Math.max(inFlightEventsMin, this.#eventsMax / 2);
    else if (tookMs < acceptDeadlineMs / 2) this.#eventsMax = Math.min(inFlightEventsMax, this.#eventsMax + events);
  }
}

/** Admission control: how much may be in progress; a request over it is refused before it costs anything. */
import { BodyRoom, type HeldBytes } from './body-room.ts';
import type { IngestLimits } from '../config.ts';
import { overloaded } from './overloaded.ts';
import { type Turn, Turns } from './turns.ts';

/** What one request holds of the server. */
export interface Reservation extends HeldBytes {
  /** Aborts, with the error to answer, when the request is not worth any more work. */
  readonly signal: AbortSignal;
  readonly turn: Turn;
  /** Starts the work on so many events. Throws UNAVAILABLE when too many are in progress. */
  readonly begin: (events: number) => void;
  /** Aborts the signal: what has not been done yet is not done any more. */
  readonly abandon: (error: unknown) => void;
  /** Returns everything. */
  readonly release: () => void;
}

type AdmissionLimits = Pick<
  IngestLimits,
  | 'inFlightBytesMax'
  | 'inFlightAnonymousBytesMax'
  | 'unfinishedBytesPerAddressMax'
  | 'inFlightRequestsMax'
  | 'inFlightEventsMax'
  | 'inFlightEventsMin'
  | 'acceptDeadlineMs'
>;

export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #now: () => number;
  readonly #room: BodyRoom;
  readonly #turns = new Turns();
  #requests = 0;
  #events = 0;
  /** How many events can be in progress so that all of them are durable well before their callers are sent away: the work on any others would be done for nothing, and again when they come back. */
  #eventsMax: number;

  /** `now`: milliseconds, of a clock that does not jump. */
  constructor(limits: AdmissionLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#room = new BodyRoom(limits, now);
    this.#eventsMax = limits.inFlightEventsMax;
  }

  get requests(): number {
    return this.#requests;
  }

  get bytes(): number {
    return this.#room.bytes;
  }

  /** A reservation that holds nothing yet. `address`: the client's; undefined when it cannot be told. */
  reserve(address: string | undefined): Reservation {
    const abort = new AbortController();
    const { signal } = abort;
    const held = this.#room.open(address, () => abort.abort(overloaded()));
    let work: { events: number; begunAtMs: number } | undefined;
    return {
      ...held,
      signal,
      turn: this.#turns.open(signal),
      begin: (events) => {
        this.#begin(events);
        work = { events, begunAtMs: this.#now() };
      },
      abandon: (error) => abort.abort(error),
      release: () => {
        if (work) this.#end(work.events, this.#now() - work.begunAtMs);
        work = undefined;
        held.release();
      },
    };
  }

  #begin(events: number): void {
    if (this.#requests >= this.#limits.inFlightRequestsMax) throw overloaded();
    // A single request may always try.
    if (this.#events > 0 && this.#events + events > this.#eventsMax) throw overloaded();
    this.#requests += 1;
    this.#events += events;
  }

  /** Halves what may be in progress after work that came too late, and raises it after work that took less than half the time there is. */
  #end(events: number, tookMs: number): void {
    this.#requests -= 1;
    this.#events -= events;
    const { acceptDeadlineMs, inFlightEventsMin, inFlightEventsMax } = this.#limits;
    if (tookMs > acceptDeadlineMs) this.#eventsMax = Math.max(inFlightEventsMin, this.#eventsMax / 2);
    else if (tookMs < acceptDeadlineMs / 2) this.#eventsMax = Math.min(inFlightEventsMax, this.#eventsMax + events);
  }
}

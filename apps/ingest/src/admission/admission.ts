/** Admission control: how much may be in progress; a request over it is refused before it costs anything. */
import { BodyRoom, type HeldBytes } from './body-room.ts';
import type { IngestLimits } from '../config.ts';
import { overloaded } from './overloaded.ts';
import { type Turn, Turns } from './turns.ts';

/** The resources that one request holds. */
export interface Reservation extends HeldBytes {
  /** Aborts, with the error to answer, when the request is not worth any more work. */
  readonly signal: AbortSignal;
  readonly turn: Turn;
  /** Starts the work on so many events. Throws UNAVAILABLE if too many are in progress. */
  readonly begin: (events: number) => void;
  /** Aborts the signal, which ends all work that has not begun. */
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
  /** The number of events in progress at which all become durable well before their deadline: work on more would be wasted, and repeated when the clients send them again. */
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

  /** Returns a reservation that holds nothing yet. `address`: the client's; undefined if it is not known. */
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

  /** Halves the limit on events after work that missed its deadline, and raises it after work that took less than half the time allowed. */
  #end(events: number, tookMs: number): void {
    this.#requests -= 1;
    this.#events -= events;
    const { acceptDeadlineMs, inFlightEventsMin, inFlightEventsMax } = this.#limits;
    if (tookMs > acceptDeadlineMs) this.#eventsMax = Math.max(inFlightEventsMin, this.#eventsMax / 2);
    else if (tookMs < acceptDeadlineMs / 2) this.#eventsMax = Math.min(inFlightEventsMax, this.#eventsMax + events);
  }
}

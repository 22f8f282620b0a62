/** How much work is in hand, within bounds: over them a request is turned away at once. */
import { AppError } from '@footfall/errors';
import type { IngestLimits } from './config.ts';

const retryAfterSeconds = 2;

/** What one request holds of the room there is. */
export interface Share {
  /** Takes room for bytes of a body. Throws UNAVAILABLE when there is none. */
  readonly reserve: (bytes: number) => void;
  /** Takes one of the places for work, and room for so many events. Throws UNAVAILABLE when there is none. */
  readonly begin: (events: number) => void;
  /** Gives everything back. */
  readonly release: () => void;
}

type LoadLimits = Pick<
  IngestLimits,
  'inFlightBytesMax' | 'inFlightRequestsMax' | 'inFlightEventsMax' | 'inFlightEventsMin' | 'acceptDeadlineMs'
>;

export class Load {
  readonly #limits: LoadLimits;
  readonly #now: () => number;
  #requests = 0;
  #bytes = 0;
  #events = 0;
  /** How many events can be worked on at one time so that all of them are done well before their callers are sent away: work for those would be done for nothing, and again when they come back. */
  #eventsMax: number;

  /** `now`: milliseconds, of a clock that does not jump. */
  constructor(limits: LoadLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#eventsMax = limits.inFlightEventsMax;
  }

  get requests(): number {
    return this.#requests;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A share that holds nothing yet. A request that is still arriving holds only its bytes: slow clients take nobody's place. */
  share(): Share {
    let requests = 0;
    let bytes = 0;
    let events = 0;
    let begunAtMs = 0;
    return {
      reserve: (more) => {
        if (this.#bytes + more > this.#limits.inFlightBytesMax) throw overloaded();
        this.#bytes += more;
        bytes += more;
      },
      begin: (more) => {
        if (this.#requests >= this.#limits.inFlightRequestsMax) throw overloaded();
        // One alone may always try.
        if (this.#events > 0 && this.#events + more > this.#eventsMax) throw overloaded();
        this.#requests += 1;
        requests += 1;
        this.#events += more;
        events += more;
        begunAtMs = this.#now();
      },
      release: () => {
        if (events > 0) this.#adapt(this.#now() - begunAtMs, events);
        this.#requests -= requests;
        this.#bytes -= bytes;
        this.#events -= events;
        requests = 0;
        bytes = 0;
        events = 0;
      },
    };
  }

  /** Half the room after work that came too late, more of it after work that took less than half the time there is. */
  #adapt(tookMs: number, events: number): void {
    const { acceptDeadlineMs, inFlightEventsMin, inFlightEventsMax } = this.#limits;
    if (tookMs > acceptDeadlineMs) this.#eventsMax = Math.max(inFlightEventsMin, this.#eventsMax / 2);
    else if (tookMs < acceptDeadlineMs / 2) this.#eventsMax = Math.min(inFlightEventsMax, this.#eventsMax + events);
  }
}

function overloaded(): AppError {
  return new AppError('UNAVAILABLE', 'Too many events wait to be written; send them again later', {
    retryAfterSeconds,
  });
}

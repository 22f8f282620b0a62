/** How much work is in hand, within bounds: over them a request is turned away at once. */
import { AppError } from '@footfall/errors';
import type { IngestLimits } from './config.ts';

const retryAfterSeconds = 2;

/** What one request holds of the room there is. */
export interface Share {
  /** Takes room for bytes of a body. Throws UNAVAILABLE when there is none. */
  readonly reserve: (bytes: number) => void;
  /** Takes one of the places for work. Throws UNAVAILABLE when there is none. */
  readonly begin: () => void;
  /** Gives everything back. */
  readonly release: () => void;
}

export class Load {
  readonly #limits: Pick<IngestLimits, 'inFlightBytesMax' | 'inFlightRequestsMax'>;
  #requests = 0;
  #bytes = 0;

  constructor(limits: Pick<IngestLimits, 'inFlightBytesMax' | 'inFlightRequestsMax'>) {
    this.#limits = limits;
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
    return {
      reserve: (more) => {
        if (this.#bytes + more > this.#limits.inFlightBytesMax) throw overloaded();
        this.#bytes += more;
        bytes += more;
      },
      begin: () => {
        if (this.#requests >= this.#limits.inFlightRequestsMax) throw overloaded();
        this.#requests += 1;
        requests += 1;
      },
      release: () => {
        this.#requests -= requests;
        this.#bytes -= bytes;
        requests = 0;
        bytes = 0;
      },
    };
  }
}

function overloaded(): AppError {
  return new AppError('UNAVAILABLE', 'Too many events wait to be written; send them again later', {
    retryAfterSeconds,
  });
}

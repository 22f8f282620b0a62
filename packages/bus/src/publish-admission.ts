/** Admission of records to publish: the limits and refusals that both drivers share. */
import { type AppError, unavailable } from '@footfall/errors';

export interface PublishLimits {
  /** The maximum number of bytes of records that are not durable yet. Above it, publishing is refused. */
  waitingBytesMax: number;
  /** The time after which a publish that is not durable is refused, so that the caller has a response within 4 seconds. */
  publishDeadlineMs: number;
}

export const publishLimits: PublishLimits = { waitingBytesMax: 64 << 20, publishDeadlineMs: 3_500 };

export class PublishAdmission {
  readonly #limits: PublishLimits;
  readonly #isOverBacklog: (bytes: number) => boolean;
  #waitingBytes = 0;
  #isClosed = false;

  /** `isOverBacklog` returns true if the backlog of a driver that limits it would exceed its limit with this many more bytes. */
  constructor(limits: PublishLimits, isOverBacklog: (bytes: number) => boolean = () => false) {
    this.#limits = limits;
    this.#isOverBacklog = isOverBacklog;
  }

  /** Counts `bytes` as waiting until `release` is called with as many. Returns the error of the refusal if they exceed a limit, or after `close`. */
  admit(bytes: number): AppError | undefined {
    const waitingBytes = this.#waitingBytes + bytes;
    if (this.#isClosed) return unavailable('The event log is closing');
    if (waitingBytes > this.#limits.waitingBytesMax) return unavailable('Too many events are waiting to be stored');
    if (this.#isOverBacklog(waitingBytes)) return unavailable('Too many events are waiting to be counted');
    this.#waitingBytes = waitingBytes;
    return undefined;
  }

  release(bytes: number): void {
    this.#waitingBytes -= bytes;
  }

  /** Refuses all further records. */
  close(): void {
    this.#isClosed = true;
  }
}

/** Returns the error of a publish that is not durable in time. */
export function tooSlow(): AppError {
  return unavailable('The event log is too slow');
}

/** Returns the error of a log that cannot be written. */
export function unwritable(cause: unknown): AppError {
  return unavailable('The event log cannot be written', { cause });
}

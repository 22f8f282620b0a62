/** The memory for bodies: limits the bytes that are reserved, and drops bodies for others if the limit is reached. */
import type { IngestLimits } from '../config.ts';
import { overloaded } from './overloaded.ts';

/** The proportion of the limit that is freed at once, so that not every chunk has to search. */
const freedAtOnce = 1 / 16;

/** The bytes that one request has reserved. */
export class ReservedBytes {
  readonly #memory: BodyMemory;
  /** The client's address, as limits count it. */
  readonly address: string;
  readonly sinceMs: number;
  /** Called when the bytes are lost to another body. */
  readonly drop: () => void;
  bytes = 0;
  isAnonymous = true;

  constructor(memory: BodyMemory, address: string, sinceMs: number, drop: () => void) {
    this.#memory = memory;
    this.address = address;
    this.sinceMs = sinceMs;
    this.drop = drop;
  }

  /** Reserves `bytes` more. Throws UNAVAILABLE if nothing can be dropped for them. */
  reserve(bytes: number): void {
    this.#memory.reserve(this, bytes);
  }

  /** Moves the bytes out of the smaller limit for bodies without a known key. */
  identify(): void {
    this.#memory.identify(this);
  }

  /** Keeps the bytes until they are released, because the body is being processed or is complete. */
  keep(): void {
    this.#memory.keep(this);
  }

  release(): void {
    this.#memory.release(this);
  }
}

export class BodyMemory {
  readonly #limits: IngestLimits;
  readonly #now: () => number;
  readonly #droppable = new Set<ReservedBytes>();
  #bytes = 0;
  #anonymousBytes = 0;

  /** `now`: milliseconds, of a clock that does not jump. */
  constructor(limits: IngestLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Starts an empty reservation for a body without a known key. Calls `drop` when its bytes are lost to another body. */
  open(address: string, drop: () => void): ReservedBytes {
    const body = new ReservedBytes(this, address, this.#now(), drop);
    this.#droppable.add(body);
    return body;
  }

  reserve(body: ReservedBytes, bytes: number): void {
    const { inFlightBytesMax, inFlightAnonymousBytesMax } = this.#limits;
    if (body.isAnonymous) {
      const missing = this.#anonymousBytes + bytes - inFlightAnonymousBytesMax;
      if (missing > 0) this.#free(missing, inFlightAnonymousBytesMax, body, ({ isAnonymous }) => isAnonymous);
    }
    const missing = this.#bytes + bytes - inFlightBytesMax;
    if (missing > 0) this.#free(missing, inFlightBytesMax, body, () => true);
    this.#bytes += bytes;
    body.bytes += bytes;
    if (body.isAnonymous) this.#anonymousBytes += bytes;
  }

  identify(body: ReservedBytes): void {
    if (body.isAnonymous) this.#anonymousBytes -= body.bytes;
    body.isAnonymous = false;
  }

  keep(body: ReservedBytes): void {
    this.#droppable.delete(body);
  }

  release(body: ReservedBytes): void {
    this.#droppable.delete(body);
    this.#bytes -= body.bytes;
    if (body.isAnonymous) this.#anonymousBytes -= body.bytes;
    body.bytes = 0;
  }

  /** Drops the costliest bodies until enough bytes are free. Throws UNAVAILABLE if `requesting` is one of them, or they do not suffice. */
  #free(missing: number, limit: number, requesting: ReservedBytes, isIn: (body: ReservedBytes) => boolean): void {
    const wanted = missing + limit * freedAtOnce;
    let freed = 0;
    for (const body of this.#costliestFirst(isIn)) {
      if (freed >= wanted || body === requesting) break;
      freed += body.bytes;
      this.release(body);
      body.drop();
    }
    if (freed < missing) throw overloaded();
  }

  /** Sorts bodies: first those of an address with too many bytes, then by bytes and age. If all clients have the address of a proxy, only the second criterion counts. */
  #costliestFirst(isIn: (body: ReservedBytes) => boolean): ReservedBytes[] {
    const bodies = [...this.#droppable].filter((body) => body.bytes > 0 && isIn(body));
    const ofAddress = new Map<string, number>();
    for (const { address, bytes } of bodies) ofAddress.set(address, (ofAddress.get(address) ?? 0) + bytes);
    const nowMs = this.#now();
    const cost = ({ bytes, sinceMs }: ReservedBytes) => bytes * (nowMs - sinceMs);
    const isOver = ({ address }: ReservedBytes) =>
      (ofAddress.get(address) ?? 0) > this.#limits.unfinishedBytesPerAddressMax ? 1 : 0;
    return bodies.toSorted((a, b) => isOver(b) - isOver(a) || cost(b) - cost(a));
  }
}

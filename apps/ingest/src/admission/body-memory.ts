/** The memory for bodies: limits the bytes that are held, and drops bodies for others if there is no room left. */
import type { IngestLimits } from '../config.ts';
import { overloaded } from './overloaded.ts';

/** The share of the room that is freed at once if it is short, so that not every chunk has to search. */
const roomMadeAtOnce = 1 / 16;

/** The bytes that one request holds. */
export class HeldBytes {
  readonly #room: BodyRoom;
  /** The client's, as limits count it. */
  readonly address: string;
  readonly sinceMs: number;
  /** Called when the bytes are lost to another body. */
  readonly drop: () => void;
  bytes = 0;
  isAnonymous = true;

  constructor(room: BodyRoom, address: string, sinceMs: number, drop: () => void) {
    this.#room = room;
    this.address = address;
    this.sinceMs = sinceMs;
    this.drop = drop;
  }

  /** Holds `bytes` more. Throws UNAVAILABLE when nothing can be dropped for them. */
  hold(bytes: number): void {
    this.#room.hold(this, bytes);
  }

  /** Moves the bytes out of the smaller account of bodies without a known key. */
  identify(): void {
    this.#room.identify(this);
  }

  /** The bytes stay until they are released: they are being worked on, or there is nothing left to wait for. */
  keep(): void {
    this.#room.keep(this);
  }

  release(): void {
    this.#room.release(this);
  }
}

type RoomLimits = Pick<IngestLimits, 'inFlightBytesMax' | 'inFlightAnonymousBytesMax' | 'unfinishedBytesPerAddressMax'>;

export class BodyRoom {
  readonly #limits: RoomLimits;
  readonly #now: () => number;
  readonly #droppable = new Set<HeldBytes>();
  #bytes = 0;
  #anonymousBytes = 0;

  /** `now`: milliseconds, of a clock that does not jump. */
  constructor(limits: RoomLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `drop` is called when the body has lost its bytes to another one; its key is not known yet. */
  open(address: string, drop: () => void): HeldBytes {
    const body = new HeldBytes(this, address, this.#now(), drop);
    this.#droppable.add(body);
    return body;
  }

  hold(body: HeldBytes, bytes: number): void {
    const { inFlightBytesMax, inFlightAnonymousBytesMax } = this.#limits;
    if (body.isAnonymous) {
      const missing = this.#anonymousBytes + bytes - inFlightAnonymousBytesMax;
      if (missing > 0) this.#makeRoom(missing, inFlightAnonymousBytesMax, body, ({ isAnonymous }) => isAnonymous);
    }
    const missing = this.#bytes + bytes - inFlightBytesMax;
    if (missing > 0) this.#makeRoom(missing, inFlightBytesMax, body, () => true);
    this.#bytes += bytes;
    body.bytes += bytes;
    if (body.isAnonymous) this.#anonymousBytes += bytes;
  }

  identify(body: HeldBytes): void {
    if (body.isAnonymous) this.#anonymousBytes -= body.bytes;
    body.isAnonymous = false;
  }

  keep(body: HeldBytes): void {
    this.#droppable.delete(body);
  }

  release(body: HeldBytes): void {
    this.#droppable.delete(body);
    this.#bytes -= body.bytes;
    if (body.isAnonymous) this.#anonymousBytes -= body.bytes;
    body.bytes = 0;
  }

  /** Drops the costliest bodies until there is room; throws UNAVAILABLE when `asking` is one of them, or they do not suffice. */
  #makeRoom(missing: number, room: number, asking: HeldBytes, isIn: (body: HeldBytes) => boolean): void {
    const wanted = missing + room * roomMadeAtOnce;
    let made = 0;
    for (const body of this.#costliestFirst(isIn)) {
      if (made >= wanted || body === asking) break;
      made += body.bytes;
      this.release(body);
      body.drop();
    }
    if (made < missing) throw overloaded();
  }

  /** Sorts bodies: first those of an address that holds too much, then those that hold the most for the longest. If all clients have a proxy's address, only the second counts. */
  #costliestFirst(isIn: (body: HeldBytes) => boolean): HeldBytes[] {
    const bodies = [...this.#droppable].filter((body) => body.bytes > 0 && isIn(body));
    const ofAddress = new Map<string, number>();
    for (const { address, bytes } of bodies) ofAddress.set(address, (ofAddress.get(address) ?? 0) + bytes);
    const nowMs = this.#now();
    const cost = ({ bytes, sinceMs }: HeldBytes) => bytes * (nowMs - sinceMs);
    const isOver = ({ address }: HeldBytes) =>
      (ofAddress.get(address) ?? 0) > this.#limits.unfinishedBytesPerAddressMax ? 1 : 0;
    return bodies.toSorted((a, b) => isOver(b) - isOver(a) || cost(b) - cost(a));
  }
}

/** A compact memory of which event ids came in the last day: it may remember one that never came, but forgets none. */
import { hash as digestOf } from 'node:crypto';

const hourMs = 3_600_000;
/** A day, and the hour that has begun. */
const hoursKept = 25;

/** An id within its workspace, as 64 bits of hash. */
export type IdHash = { high: number; low: number };

/** The first 8 bytes of MD5 over workspace, a zero byte and id: fast, and the engine computes the same. */
export function hashId(workspaceId: string, id: string): IdHash {
  const digest = digestOf('md5', `${workspaceId}\0${id}`);
  return { high: parseInt(digest.slice(0, 8), 16), low: parseInt(digest.slice(8, 16), 16) };
}

/** Hashes from the first 8 bytes of each digest, one after the other, as `events` gives them. */
export function* unpackHashes(packed: Buffer): Generator<IdHash> {
  for (let at = 0; at + 8 <= packed.length; at += 8)
    yield { high: packed.readUInt32BE(at), low: packed.readUInt32BE(at + 4) };
}

/** Ids by the hour they were received in; 12 to 24 bytes an id. */
export class SeenIds {
  readonly #hours = new Map<number, IdTable>();
  #newestHour = 0;
  /** Nothing received since then has been forgotten; epoch milliseconds. Set it back when all is read again. */
  keptSince = 0;

  add(hash: IdHash, receivedAtMs: number): void {
    const hour = Math.floor(receivedAtMs / hourMs);
    if (hour > this.#newestHour) this.#forgetBefore(hour);
    let table = this.#hours.get(hour);
    if (!table) this.#hours.set(hour, (table = new IdTable()));
    table.add(hash);
  }

  has(hash: IdHash): boolean {
    for (const table of this.#hours.values()) if (table.has(hash)) return true;
    return false;
  }

  #forgetBefore(newestHour: number): void {
    this.#newestHour = newestHour;
    this.keptSince = (newestHour - hoursKept) * hourMs;
    for (const hour of this.#hours.keys()) if (hour < newestHour - hoursKept) this.#hours.delete(hour);
  }
}

/** A hash table with open addressing: 8 bytes a slot, at most two thirds full. */
export class IdTable {
  #slots = new Uint32Array(2 * 1024);
  #mask = 1023;
  #count = 0;

  /** False when it was there already. */
  add(hash: IdHash): boolean {
    if (this.#count * 3 >= (this.#mask + 1) * 2) this.#grow();
    const isNew = this.#insert(hash.high, hash.low || 1);
    if (isNew) this.#count += 1;
    return isNew;
  }

  has(hash: IdHash): boolean {
    const low = hash.low || 1;
    return this.#slots[this.#find(hash.high, low) + 1] === low;
  }

  #insert(high: number, low: number): boolean {
    const slot = this.#find(high, low);
    if (this.#slots[slot + 1] === low) return false;
    this.#slots[slot] = high;
    // A low half of 0 marks an empty slot, so hashes never have one.
    this.#slots[slot + 1] = low;
    return true;
  }

  /** The slot that holds the hash, or the empty one where it belongs. */
  #find(high: number, low: number): number {
    for (let index = low & this.#mask; ; index = (index + 1) & this.#mask) {
      const slot = index * 2;
      if (this.#slots[slot + 1] === 0) return slot;
      if (this.#slots[slot] === high && this.#slots[slot + 1] === low) return slot;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let slot = 0; slot < old.length; slot += 2) {
      const high = old[slot];
      const low = old[slot + 1];
      if (high !== undefined && low !== undefined && low !== 0) this.#insert(high, low);
    }
  }
}

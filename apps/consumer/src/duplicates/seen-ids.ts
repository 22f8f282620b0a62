/** A compact memory of the event IDs of the last day: it may report an ID that never arrived, because it compares hashes, but forgets none. */
import { hash as digestOf } from 'node:crypto';
import { hourMs } from '@footfall/schemas';

/** The hours kept before the current one: a day, and one for records that are read late. */
const hoursKept = 25;

/** An ID within its workspace, as a 64-bit hash. */
export type IdHash = { high: number; low: number };

/** Returns the first 8 bytes of MD5 over workspace, a zero byte and ID: fast, and the engine computes the same. */
export function hashId(workspaceId: string, id: string): IdHash {
  const digest = digestOf('md5', `${workspaceId}\0${id}`);
  return { high: parseInt(digest.slice(0, 8), 16), low: parseInt(digest.slice(8, 16), 16) };
}

/** Iterates over packed hashes: the first 8 bytes of each digest in sequence, as read from `events`. */
export function* unpackHashes(packed: Buffer): Generator<IdHash> {
  for (let at = 0; at + 8 <= packed.length; at += 8)
    yield { high: packed.readUInt32BE(at), low: packed.readUInt32BE(at + 4) };
}

/** IDs by the hour in which they were received; 12 to 24 bytes per ID. */
export class SeenIds {
  readonly #hours = new Map<number, IdTable>();
  /** No ID received since then has been forgotten; epoch milliseconds. Set to 0 before everything is read again. */
  keptSince = 0;

  add(hash: IdHash, receivedAtMs: number): void {
    const hour = Math.floor(receivedAtMs / hourMs);
    const table = this.#hours.get(hour) ?? this.#begin(hour);
    table.add(hash);
  }

  has(hash: IdHash): boolean {
    for (const table of this.#hours.values()) if (table.has(hash)) return true;
    return false;
  }

  /** Begins an hour, and forgets the hours that are too old for it. Their age is not counted from the newest hour, which is in the future if the clock was ahead. */
  #begin(hour: number): IdTable {
    for (const earlier of this.#hours.keys()) if (earlier < hour - hoursKept) this.#forget(earlier);
    const table = new IdTable();
    this.#hours.set(hour, table);
    return table;
  }

  #forget(hour: number): void {
    this.#hours.delete(hour);
    this.keptSince = Math.max(this.keptSince, (hour + 1) * hourMs);
  }
}

/** A hash table with open addressing: 8 bytes per slot, at most two thirds full. */
class IdTable {
  #slots = new Uint32Array(2 * 1024);
  #mask = 1023;
  #count = 0;

  add(hash: IdHash): void {
    if (this.#count * 3 >= (this.#mask + 1) * 2) this.#grow();
    if (this.#insert(hash.high, hash.low || 1)) this.#count += 1;
  }

  has(hash: IdHash): boolean {
    const low = hash.low || 1;
    return this.#slots[this.#find(hash.high, low) + 1] === low;
  }

  /** Returns false if the hash was already there. */
  #insert(high: number, low: number): boolean {
    const slot = this.#find(high, low);
    if (this.#slots[slot + 1] === low) return false;
    this.#slots[slot] = high;
    // A low half of 0 marks an empty slot, so no hash has one.
    this.#slots[slot + 1] = low;
    return true;
  }

  /** Returns the slot of the hash, or the empty slot to insert it into. */
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

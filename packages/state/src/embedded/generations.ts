/** Values by key in LMDB that are forgotten one to two lifetimes after their last write. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';
import { LRUCache } from 'lru-cache';

/** Values in memory; the others are read from disk. */
const valuesInMemoryMax = 10_000;

/** Two tables alternate: the older one is cleared as a whole when its time is over, so that no search for expired values is needed. */
export class Generations<Value extends object> {
  readonly #tables: readonly [Database<Value, string>, Database<Value, string>];
  readonly #numbers: Database<number, string>;
  readonly #name: string;
  readonly #lifetimeMs: number;
  /** The values that are about to be stored, or being stored. */
  readonly #unstored = new Map<string, Value>();
  readonly #memory = new LRUCache<string, Value>({ max: valuesInMemoryMax });
  #number: number;

  constructor({ root }: LmdbDirectory, name: string, lifetimeMs: number) {
    this.#tables = [
      root.openDB<Value, string>(`${name}-even`, { encoding: 'json' }),
      root.openDB<Value, string>(`${name}-odd`, { encoding: 'json' }),
    ];
    this.#numbers = root.openDB<number, string>('generations', { encoding: 'json' });
    this.#name = name;
    this.#lifetimeMs = lifetimeMs;
    this.#number = this.#numbers.get(name) ?? 0;
  }

  get(key: string): Value | undefined {
    const known = this.#unstored.get(key) ?? this.#memory.get(key);
    if (known !== undefined) return known;
    const stored = this.#table(this.#number).get(key) ?? this.#table(this.#number - 1).get(key);
    if (stored !== undefined) this.#memory.set(key, stored);
    return stored;
  }

  /** Makes `get` return a value that is about to be stored. */
  expect(key: string, value: Value): void {
    this.#unstored.set(key, value);
  }

  /** Stores an expected value, as part of a write in progress. */
  put(key: string, value: Value): void {
    void this.#table(this.#number).put(key, value);
  }

  /** Ends the wait for an expected value: `get` no longer returns one that was not stored. */
  settle(key: string, value: Value, isStored: boolean): void {
    if (isStored) this.#memory.set(key, value);
    if (this.#unstored.get(key) === value) this.#unstored.delete(key);
  }

  /** Starts the generation of `nowMs`, as part of a write in progress, if it has not begun. A clock that is set back a little changes nothing. */
  turn(nowMs: number): void {
    const next = Math.floor(nowMs / this.#lifetimeMs);
    if (next === this.#number || next === this.#number - 1) return;
    void this.#table(next).clearAsync();
    if (next !== this.#number + 1) void this.#table(next - 1).clearAsync();
    void this.#numbers.put(this.#name, next);
    this.#memory.clear();
    this.#number = next;
  }

  #table(number: number): Database<Value, string> {
    return this.#tables[number % 2 === 0 ? 0 : 1];
  }
}

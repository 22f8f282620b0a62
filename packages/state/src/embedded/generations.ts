/** Values by key in LMDB that are forgotten one to two lifetimes after their last write. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';
import { LRUCache } from 'lru-cache';

/** Values in memory; the others are read from disk. */
const valuesInMemoryMax = 10_000;

/** Two tables alternate: the older one is cleared as a whole when it expires, so that no search for expired values is needed. */
export class Generations<Value extends object> {
  readonly #tables: readonly [Database<Value, string>, Database<Value, string>];
  readonly #numbers: Database<number, string>;
  readonly #name: string;
  readonly #lifetimeMs: number;
  /** The values that are about to be stored, or being stored. */
  readonly #unstored = new Map<string, Value>();
  readonly #memory = new LRUCache<string, Value>({ max: valuesInMemoryMax });
  /** False for a table that is known to be empty. */
  readonly #hasValues: [boolean, boolean] = [false, false];
  #number = 0;

  constructor({ root }: LmdbDirectory, name: string, lifetimeMs: number) {
    this.#tables = [
      root.openDB<Value, string>(`${name}-even`, { encoding: 'json' }),
      root.openDB<Value, string>(`${name}-odd`, { encoding: 'json' }),
    ];
    this.#numbers = root.openDB<number, string>('generations', { encoding: 'json' });
    this.#name = name;
    this.#lifetimeMs = lifetimeMs;
    this.reload();
  }

  get(key: string): Value | undefined {
    const known = this.#unstored.get(key) ?? this.#memory.get(key);
    if (known !== undefined) return known;
    const stored = this.#stored(this.#number, key) ?? this.#stored(this.#number - 1, key);
    if (stored !== undefined) this.#memory.set(key, stored);
    return stored;
  }

  /** Makes `get` return a value that is about to be stored. */
  expect(key: string, value: Value): void {
    this.#unstored.set(key, value);
  }

  /** Stores an expected value, as part of a write in progress. */
  put(key: string, value: Value): void {
    this.#hasValues[this.#index(this.#number)] = true;
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
    this.#clear(next);
    if (next !== this.#number + 1) this.#clear(next - 1);
    void this.#numbers.put(this.#name, next);
    this.#memory.clear();
    this.#number = next;
  }

  /** Returns to the generation that is on disk: called after a write that failed, which may have started one. */
  reload(): void {
    this.#tables.forEach((table, index) => (this.#hasValues[index] = table.getKeysCount({ limit: 1 }) > 0));
    this.#number = this.#numbers.get(this.#name) ?? 0;
  }

  #stored(number: number, key: string): Value | undefined {
    // Aliases exist for an hour or two after midnight only: for the rest of the day, no lookup is needed.
    return this.#hasValues[this.#index(number)] ? this.#table(number).get(key) : undefined;
  }

  #clear(number: number): void {
    this.#hasValues[this.#index(number)] = false;
    void this.#table(number).clearAsync();
  }

  #table(number: number): Database<Value, string> {
    return this.#tables[this.#index(number)];
  }

  #index(number: number): 0 | 1 {
    return number % 2 === 0 ? 0 : 1;
  }
}

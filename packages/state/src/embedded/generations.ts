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
    const known = this.#memory.get(key);
    if (known !== undefined) return known;
    const stored = this.#table(this.#number).get(key) ?? this.#table(this.#number - 1).get(key);
    if (stored !== undefined) this.#memory.set(key, stored);
    return stored;
  }

  /** Stores a value as part of the write in progress; `get` returns it at once. */
  put(key: string, value: Value): void {
    this.#memory.set(key, value);
    void this.#table(this.#number).put(key, value);
  }

  /** Evicts `keys` from memory, because they were not written to disk. */
  distrust(keys: Iterable<string>): void {
    for (const key of keys) this.#memory.delete(key);
  }

  /** Starts the generation of `nowMs`, as part of the write in progress, if it has not begun. A clock that is set back a little changes nothing. */
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

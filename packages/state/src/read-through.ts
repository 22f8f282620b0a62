/** Cached values, computed once for all concurrent misses, in this process and in others. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from './port.ts';

/** The deadline of a computation: after that its process counts as dead, and another one computes. */
const lockTtlMs = 15_000;
/** The interval at which the result of another process is looked up. */
const lockPollMs = 25;

interface Computed<Value> {
  value: Value;
  /** The cache entry from which the value can be opened again; undefined if it must not be cached, and is returned only to the callers that wait for it. */
  entry: string | undefined;
}

interface ReadThroughRequest<Value> {
  key: string;
  ttlMs: number;
  /** Rejects for all callers that wait for it; the next call tries again. */
  compute: () => Promise<Computed<Value>>;
  /** Returns the value of an entry found under the key; undefined if it is not the result of `compute` for that key, which is then computed again. */
  open: (entry: string) => Value | undefined;
  /** Called for each cached entry that cannot be used. */
  onPoisoned: () => void;
}

interface Found<Value> {
  value: Value;
  /** False for all callers that waited for a computation. */
  fromCache: boolean;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

export class ReadThrough<Value> {
  readonly #cache: Cache;
  readonly #now: () => number;
  /** Computations in progress in this process. */
  readonly #running = new Map<string, Promise<Found<Value>>>();

  /** `now` returns epoch milliseconds. */
  constructor(cache: Cache, now: () => number) {
    this.#cache = cache;
    this.#now = now;
  }

  /** Resolves with the value of a key, from the cache or computed. Rejects with the error of `compute`. */
  async read(request: ReadThroughRequest<Value>): Promise<Found<Value>> {
    return (await this.#lookUp(request, request.onPoisoned)) ?? this.#joinRunning(request);
  }

  #joinRunning(request: ReadThroughRequest<Value>): Promise<Found<Value>> {
    const running = this.#running.get(request.key);
    if (running !== undefined) return running;
    const started = this.#lockAndCompute(request).finally(() => this.#running.delete(request.key));
    this.#running.set(request.key, started);
    return started;
  }

  async #lockAndCompute(request: ReadThroughRequest<Value>): Promise<Found<Value>> {
    for (;;) {
      const locked = await this.#cache.lock(request.key, lockTtlMs);
      try {
        // Another caller may have stored it since this one missed it.
        const stored = await this.#lookUp(request);
        if (stored !== undefined) return stored;
        if (locked) return await this.#computeAndStore(request);
      } finally {
        if (locked) await this.#cache.unlock(request.key);
      }
      await delay(lockPollMs);
    }
  }

  async #computeAndStore({ key, ttlMs, compute }: ReadThroughRequest<Value>): Promise<Found<Value>> {
    const { value, entry } = await compute();
    if (entry === undefined) return { value, fromCache: false, expiresAtMs: this.#now() };
    const expiresAtMs = this.#now() + ttlMs;
    await this.#cache.set(key, withExpiry(entry, expiresAtMs), ttlMs);
    return { value, fromCache: false, expiresAtMs };
  }

  /** Returns the stored value; undefined if there is none, if it has expired, or if it is unusable, which is reported to `onPoisoned`. An entry that would expire later than `ttlMs` from now was stored before the clock was set back, and counts as expired. */
  async #lookUp(
    { key, ttlMs, open }: ReadThroughRequest<Value>,
    onPoisoned: () => void = () => undefined,
  ): Promise<Found<Value> | undefined> {
    const stored = await this.#cache.get(key);
    if (stored === undefined) return undefined;
    const [head, expiresAt] = entryHead.exec(stored) ?? [];
    const value = head === undefined ? undefined : open(stored.slice(head.length));
    if (value === undefined) {
      onPoisoned();
      return undefined;
    }
    const expiresAtMs = Number(expiresAt);
    const leftMs = expiresAtMs - this.#now();
    return leftMs > 0 && leftMs <= ttlMs ? { value, fromCache: true, expiresAtMs } : undefined;
  }
}

const entryHead = /^1:(\d{1,15}):/;

/** The entry follows its expiry unquoted: quoting large texts again would cost more than the lookup. */
function withExpiry(entry: string, expiresAtMs: number): string {
  return `1:${expiresAtMs}:${entry}`;
}

/** Cached text, computed once however many callers miss it at the same time, in this process and in others. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from './port.ts';

/** Longer than a computation may take: after that its process counts as dead, and another one computes. */
const lockTtlMs = 15_000;
/** A dead lock holder has lost the lock by then; one that is merely slow is not waited for any longer. */
const patienceMs = 2 * lockTtlMs;
/** The interval at which the result of another process is looked for. */
const lockPollMs = 25;

interface Computed {
  text: string;
  /** True if the text is cached; otherwise it reaches only the callers that wait for it. */
  isKept: boolean;
}

export interface ReadThroughRequest {
  cache: Cache;
  key: string;
  ttlMs: number;
  /** Its rejection reaches all callers that wait for it; the next call tries again. */
  compute: () => Promise<Computed>;
  /** Returns true if a text found under the key is a result of `compute` for it; any other is computed again. */
  isUsable: (text: string) => boolean;
  /** Epoch milliseconds. */
  now: () => number;
  /** Called for each cached entry that cannot be used. */
  onPoisoned: () => void;
}

export interface CachedText {
  text: string;
  /** False for all callers that waited for one computation. */
  fromCache: boolean;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

/** Computations in progress in this process. */
const flights = new WeakMap<Cache, Map<string, Promise<CachedText>>>();

/** Returns the text of `key`, from the cache or computed. Rejects with the error of `compute`. */
export async function readThrough(request: ReadThroughRequest): Promise<CachedText> {
  return (await lookUp(request, request.onPoisoned)) ?? joinFlight(request);
}

function joinFlight(request: ReadThroughRequest): Promise<CachedText> {
  const underWay = flights.get(request.cache) ?? new Map<string, Promise<CachedText>>();
  flights.set(request.cache, underWay);
  const running = underWay.get(request.key);
  if (running !== undefined) return running;
  const flight = lockAndCompute(request).finally(() => underWay.delete(request.key));
  underWay.set(request.key, flight);
  return flight;
}

async function lockAndCompute(request: ReadThroughRequest): Promise<CachedText> {
  const { cache, key } = request;
  const lockKey = `lock:${key}`;
  const givesUpAt = performance.now() + patienceMs;
  for (;;) {
    const locked = await cache.lock(lockKey, lockTtlMs);
    try {
      // Another caller may have stored it since this one missed it.
      const stored = await lookUp(request);
      if (stored !== undefined) return stored;
      if (locked || performance.now() >= givesUpAt) return await computeAndStore(request);
    } finally {
      if (locked) await cache.unlock(lockKey);
    }
    await delay(lockPollMs);
  }
}

async function computeAndStore({ cache, key, ttlMs, compute, now }: ReadThroughRequest): Promise<CachedText> {
  const { text, isKept } = await compute();
  if (!isKept) return { text, fromCache: false, expiresAtMs: now() };
  const expiresAtMs = now() + ttlMs;
  await cache.set(key, encodeEntry(text, expiresAtMs), ttlMs);
  return { text, fromCache: false, expiresAtMs };
}

/** Returns the stored text; undefined if there is none, if it has expired, or if it is unusable, which is reported to `onPoisoned`. An entry that would live longer than `ttlMs` from now was stored before the clock was set back: it counts as expired. */
async function lookUp(
  { cache, key, ttlMs, isUsable, now }: ReadThroughRequest,
  onPoisoned: () => void = () => undefined,
): Promise<CachedText | undefined> {
  const stored = await cache.get(key);
  if (stored === undefined) return undefined;
  const entry = decodeEntry(stored);
  if (entry === undefined || !isUsable(entry.text)) {
    onPoisoned();
    return undefined;
  }
  const leftMs = entry.expiresAtMs - now();
  return leftMs > 0 && leftMs <= ttlMs ? { ...entry, fromCache: true } : undefined;
}

/** The text follows its expiry unquoted: quoting large texts again would cost more than looking them up. */
function encodeEntry(text: string, expiresAtMs: number): string {
  return `1:${expiresAtMs}:${text}`;
}

const entryHead = /^1:(\d{1,15}):/;

function decodeEntry(stored: string): Omit<CachedText, 'fromCache'> | undefined {
  const head = entryHead.exec(stored);
  if (head === null) return undefined;
  return { text: stored.slice(head[0].length), expiresAtMs: Number(head[1]) };
}

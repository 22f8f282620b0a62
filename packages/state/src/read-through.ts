/** Cached text, computed once however many miss it at the same time, in this process and in others. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from './port.ts';

/** Longer than a computation may take: after that its process is taken for dead, and another one computes. */
const lockTtlMs = 15_000;
/** A lock holder that died has lost the lock by then; one that only is slow does not hold us any longer. */
const patienceMs = 2 * lockTtlMs;
/** How often to look for what another process computes. */
const lockPollMs = 25;

interface Computed {
  text: string;
  /** Whether it is cached; if not, it reaches only those who wait for it. */
  isKept: boolean;
}

export interface ReadThroughRequest {
  cache: Cache;
  key: string;
  ttlMs: number;
  /** What it rejects with reaches everyone who waits for it; the next call tries again. */
  compute: () => Promise<Computed>;
  /** Whether a text found under the key is one that `compute` gave for it; any other is computed anew. */
  isUsable: (text: string) => boolean;
  /** Epoch milliseconds. */
  now: () => number;
  /** Told of each entry found that cannot be used. */
  onPoisoned: () => void;
}

export interface CachedText {
  text: string;
  /** False for all who waited for one computation. */
  fromCache: boolean;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

/** Computations under way in this process. */
const flights = new WeakMap<Cache, Map<string, Promise<CachedText>>>();

/** The text under `key`, from the cache or computed. Rejects with what `compute` rejects with. */
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
      // Another one may have stored it since we missed it.
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

/** What is stored; undefined for nothing, for what has expired and for what cannot be used, of which `onPoisoned` is told. An entry that would live longer than `ttlMs` from now was stored before the clock was set back: it counts as expired. */
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

/** The text follows its time as it is: quoting large texts again would cost more than looking them up. */
function encodeEntry(text: string, expiresAtMs: number): string {
  return `1:${expiresAtMs}:${text}`;
}

const entryHead = /^1:(\d{1,15}):/;

function decodeEntry(stored: string): Omit<CachedText, 'fromCache'> | undefined {
  const head = entryHead.exec(stored);
  if (head === null) return undefined;
  return { text: stored.slice(head[0].length), expiresAtMs: Number(head[1]) };
}

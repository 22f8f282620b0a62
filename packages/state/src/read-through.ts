/** Cached text, computed once however many miss it at the same time, in this process and in others. */
import { AppError } from '@footfall/errors';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from './port.ts';

/** Longer than a computation may take: after that its process is taken for dead, and another one computes. */
const defaultLockTtlMs = 15_000;
/** How often to look for what another process computes. */
const lockPollMs = 25;

export interface ReadThroughRequest<Value> {
  cache: Cache;
  key: string;
  ttlMs: number;
  /** The value in a text that `compute` gave; undefined, or an error, for one that cannot be used: it is computed anew. */
  decode: (text: string) => Value | undefined;
  /** The text to keep. What it rejects with reaches everyone who waits for it; the next call tries again. */
  compute: () => Promise<string>;
  /** Epoch milliseconds. */
  now: () => number;
  /** Told of each entry found that cannot be used. */
  onPoisoned?: () => void;
  /** How long one process may keep the others waiting. */
  lockTtlMs?: number;
}

export interface CachedValue<Value> {
  value: Value;
  /** False for all who waited for one computation. */
  fromCache: boolean;
  storedAtMs: number;
  expiresAtMs: number;
}

/** Computations under way in this process. */
const flights = new WeakMap<Cache, Map<string, Promise<CachedValue<string>>>>();

/** The value under `key`, from the cache or computed. Rejects with what `compute` rejects with. */
export async function readThrough<Value>(request: ReadThroughRequest<Value>): Promise<CachedValue<Value>> {
  const stored = await lookUp(request, request.onPoisoned);
  if (stored !== undefined) return stored;
  const entry = await joinFlight(request);
  const value = decodeOrUndefined(request, entry.value);
  if (value === undefined) throw new AppError('INTERNAL_ERROR', 'What was computed cannot be read back');
  return { ...entry, value };
}

function joinFlight<Value>(request: ReadThroughRequest<Value>): Promise<CachedValue<string>> {
  const underWay = flights.get(request.cache) ?? new Map<string, Promise<CachedValue<string>>>();
  flights.set(request.cache, underWay);
  const running = underWay.get(request.key);
  if (running !== undefined) return running;
  const flight = lockAndCompute(request).finally(() => underWay.delete(request.key));
  underWay.set(request.key, flight);
  return flight;
}

async function lockAndCompute<Value>(request: ReadThroughRequest<Value>): Promise<CachedValue<string>> {
  const { cache, key, lockTtlMs = defaultLockTtlMs } = request;
  const lockKey = `lock:${key}`;
  // A lock holder that died has lost the lock by then; one that only is slow does not hold us any longer.
  const givesUpAt = performance.now() + 2 * lockTtlMs;
  for (;;) {
    const locked = await cache.lock(lockKey, lockTtlMs);
    try {
      // Another one may have stored it since we missed it.
      const stored = await lookUpText(request);
      if (stored !== undefined) return stored;
      if (locked || performance.now() >= givesUpAt) return await computeAndStore(request);
    } finally {
      if (locked) await cache.unlock(lockKey);
    }
    await delay(lockPollMs);
  }
}

async function computeAndStore<Value>(request: ReadThroughRequest<Value>): Promise<CachedValue<string>> {
  const { cache, key, ttlMs, compute, now } = request;
  const value = await compute();
  const storedAtMs = now();
  const expiresAtMs = storedAtMs + ttlMs;
  await cache.set(key, encodeEntry({ value, storedAtMs, expiresAtMs }), ttlMs);
  return { value, fromCache: false, storedAtMs, expiresAtMs };
}

async function lookUpText<Value>(request: ReadThroughRequest<Value>): Promise<CachedValue<string> | undefined> {
  const text = await request.cache.get(request.key);
  const entry = text === undefined ? undefined : decodeEntry(text);
  if (entry === undefined || entry.expiresAtMs <= request.now()) return undefined;
  return decodeOrUndefined(request, entry.value) === undefined ? undefined : { ...entry, fromCache: true };
}

async function lookUp<Value>(
  request: ReadThroughRequest<Value>,
  onPoisoned: () => void = () => {},
): Promise<CachedValue<Value> | undefined> {
  const text = await request.cache.get(request.key);
  if (text === undefined) return undefined;
  const entry = decodeEntry(text);
  const value = entry === undefined ? undefined : decodeOrUndefined(request, entry.value);
  if (entry === undefined || value === undefined) {
    onPoisoned();
    return undefined;
  }
  return entry.expiresAtMs <= request.now() ? undefined : { ...entry, value, fromCache: true };
}

function decodeOrUndefined<Value>({ decode }: ReadThroughRequest<Value>, text: string): Value | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

/** The text follows its times as it is: quoting large texts again would cost more than looking them up. */
function encodeEntry({ value, storedAtMs, expiresAtMs }: Omit<CachedValue<string>, 'fromCache'>): string {
  return `1:${storedAtMs}:${expiresAtMs}:${value}`;
}

const entryHead = /^1:(\d{1,15}):(\d{1,15}):/;

function decodeEntry(text: string): Omit<CachedValue<string>, 'fromCache'> | undefined {
  const head = entryHead.exec(text);
  if (head === null) return undefined;
  return { value: text.slice(head[0].length), storedAtMs: Number(head[1]), expiresAtMs: Number(head[2]) };
}

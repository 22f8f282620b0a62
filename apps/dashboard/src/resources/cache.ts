/** The cache of results by resource: the last result at once, then a fresh one (stale-while-revalidate). */
import { ApiError } from './api.ts';
import type { Dated, Resource } from './resource.ts';
import { forgetKept, keep, recall } from './kept.ts';

/** The known part of a result. */
export interface Known<Result> {
  last?: Dated<Result> | undefined;
  /** The reason why there is no fresh result. */
  fault?: unknown;
  /** The time at which a refused request may be repeated, in epoch milliseconds. */
  retryAtMs?: number | undefined;
  /** Requests it again. */
  retry: () => void;
}

interface Entry<Result> {
  known: Known<Result>;
  loadedAtMs: number;
  pending: Promise<void> | undefined;
  /** The request after the pending one. */
  queued?: Promise<void> | undefined;
  listeners: Set<() => void>;
}

/** The age below which results are not requested again. */
const freshMs = 30_000;

/** For `ageMsMax`: requests every result again, but does not repeat a request in flight. */
export const unlessInFlight = 1;

/** The pause after a request without a response. */
const unreachableSeconds = 5;

/** The number of entries from which on the oldest ones that no view shows are dropped: a page that stays open requests other ranges as time passes. */
const entriesMax = 200;

const entries = new Map<string, Entry<unknown>>();
const accessListeners = new Set<(refused: Resource<unknown>) => void>();
const updateListeners = new Set<() => void>();

/** Calls `listener` with each resource that is refused because the session or the grant of a share has ended, until the returned function is called. */
export function onAccessEnded(listener: (refused: Resource<unknown>) => void): () => void {
  return add(listener, accessListeners);
}

/** Calls `listener` after every request, until the returned function is called. */
export function onUpdate(listener: () => void): () => void {
  return add(listener, updateListeners);
}

/** Returns the time of the oldest figures that are shown, in epoch milliseconds; Infinity if there are none. */
export function oldestMs(): number {
  const shown = [...entries.values()].filter(({ listeners }) => listeners.size > 0);
  return Math.min(...shown.map(({ known }) => known.last?.asOfMs || Infinity));
}

/** Returns the result of this page, or of the last page in this tab. */
export function peek<Result>(resource: Resource<Result>): Known<Result> {
  return entryOf(resource).known;
}

/** Returns the same with a converted result. */
export function mapKnown<Result, Other>(known: Known<Result>, map: (result: Result) => Other): Known<Other> {
  const { last } = known;
  return { ...known, last: last && { result: map(last.result), asOfMs: last.asOfMs } };
}

/** Returns true if only the reason can be shown. */
export function hasFailed(known: Known<unknown> | undefined): boolean {
  return known?.fault !== undefined && known.last === undefined;
}

/** Calls `listener` on every change, until the returned function is called. */
export function subscribe(resource: Resource<unknown>, listener: () => void): () => void {
  return add(listener, entryOf(resource).listeners);
}

function add<Listener>(listener: Listener, listeners: Set<Listener>): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Requests the result, unless it is in flight, or younger than `ageMsMax`. With 0, a request in flight is followed by another one, because it may have been sent before a change. Never rejects. */
export function refresh(resource: Resource<unknown>, ageMsMax = freshMs): Promise<void> {
  const entry = entryOf(resource);
  if (entry.pending && ageMsMax === 0) {
    const repeat = () => {
      entry.queued = undefined;
      return refresh(resource, 0);
    };
    return (entry.queued ??= entry.pending.then(repeat));
  }
  const isFresh = entry.known.fault === undefined && Math.abs(Date.now() - entry.loadedAtMs) < ageMsMax;
  if (entry.pending === undefined && !isFresh) {
    const pending = load(resource, entry, ageMsMax < freshMs).finally(() => {
      if (entry.pending === pending) entry.pending = undefined;
      for (const listener of [...entry.listeners, ...updateListeners]) listener();
    });
    entry.pending = pending;
  }
  return entry.pending ?? Promise.resolve();
}

/** Makes every result old, because a change to the workspace affects it: the next view that shows it requests it again. */
export function expireCache(): void {
  for (const entry of entries.values()) entry.loadedAtMs = 0;
}

/** Drops every result and every request in flight, because another person signs in. */
export function clearCache(): void {
  for (const entry of entries.values()) {
    Object.assign(entry, { known: { retry: entry.known.retry }, loadedAtMs: 0, pending: undefined });
  }
  forgetKept();
}

async function load<Result>(resource: Resource<Result>, entry: Entry<Result>, isFresh: boolean): Promise<void> {
  const { known } = entry;
  try {
    const last = await resource.load(isFresh);
    if (entry.known !== known) return;
    entry.known = { ...known, last, fault: undefined, retryAtMs: undefined };
    entry.loadedAtMs = Date.now();
    // The resource of a script has no result.
    if (last.result !== undefined) keep(resource.key, last);
  } catch (fault) {
    if (entry.known !== known) return;
    const waitSeconds = fault instanceof ApiError ? fault.retryAfterSeconds : unreachableSeconds;
    const retryAtMs = waitSeconds === undefined ? undefined : Date.now() + waitSeconds * 1000;
    entry.known = { ...known, fault, retryAtMs };
    if (fault instanceof ApiError && fault.status === 401) for (const end of accessListeners) end(resource);
  }
}

function entryOf<Result>(resource: Resource<Result>): Entry<Result> {
  const held = entries.get(resource.key);
  if (isOf(held, resource)) return held;
  const entry: Entry<Result> = {
    known: { last: recall<Result>(resource.key), retry: () => void refresh(resource, 0) },
    loadedAtMs: 0,
    pending: undefined,
    listeners: new Set(),
  };
  for (const [key, { listeners, pending }] of entries) {
    if (entries.size < entriesMax) break;
    if (listeners.size === 0 && pending === undefined) entries.delete(key);
  }
  entries.set(resource.key, entry);
  return entry;
}

/** The key identifies the resource, so an entry under it has a result of this type. */
function isOf<Result>(entry: Entry<unknown> | undefined, _resource: Resource<Result>): entry is Entry<Result> {
  return entry !== undefined;
}

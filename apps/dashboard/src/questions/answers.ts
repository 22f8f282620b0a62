/** Answers by question: the last answer at once, then a fresh one (stale-while-revalidate). */
import { ApiError } from './api.ts';
import type { Dated, Question } from './question.ts';
import { forgetKept, keep, recall } from './kept.ts';

/** The known part of an answer. */
export interface Known<Result> {
  last?: Dated<Result> | undefined;
  /** The reason why there is no fresh answer. */
  fault?: unknown;
  /** The time at which a refused question may be repeated, in epoch milliseconds. */
  retryAtMs?: number | undefined;
  /** Asks again. */
  retry: () => void;
}

interface Entry<Result> {
  known: Known<Result>;
  askedAtMs: number;
  pending: Promise<void> | undefined;
  /** The request after the pending one. */
  queued?: Promise<void> | undefined;
  listeners: Set<() => void>;
}

/** Younger answers are not requested again. */
const freshMs = 30_000;

/** The pause after a request without a response. */
const unreachableSeconds = 5;

const entries = new Map<string, Entry<unknown>>();
const endings = new Set<() => void>();
const comings = new Set<() => void>();

/** Calls `listener` when a request is refused because the session or the grant of a share has ended, until the returned function is called. */
export function onAccessEnded(listener: () => void): () => void {
  return add(listener, endings);
}

/** Calls `listener` after every request, until the returned function is called. */
export function onAnswer(listener: () => void): () => void {
  return add(listener, comings);
}

/** Returns the time of the oldest figures that are shown, in epoch milliseconds; Infinity if there are none. */
export function oldestMs(): number {
  const shown = [...entries.values()].filter(({ listeners }) => listeners.size > 0);
  return Math.min(...shown.map(({ known }) => known.last?.asOfMs || Infinity));
}

/** Returns the answer of this page, or of the last one in this tab. */
export function peek<Result>(question: Question<Result>): Known<Result> {
  return entryOf(question).known;
}

/** Returns the same with a converted answer. */
export function mapKnown<Result, Other>(known: Known<Result>, map: (answer: Result) => Other): Known<Other> {
  const { last } = known;
  return { ...known, last: last && { answer: map(last.answer), asOfMs: last.asOfMs } };
}

/** Returns true if there is nothing to show but the reason. */
export function hasFailed(known: Known<unknown> | undefined): boolean {
  return known?.fault !== undefined && known.last === undefined;
}

/** Calls `listener` on every change, until the returned function is called. */
export function subscribe(question: Question<unknown>, listener: () => void): () => void {
  return add(listener, entryOf(question).listeners);
}

function add(listener: () => void, listeners: Set<() => void>): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Requests the answer, unless it is in flight, or younger than `ageMsMax`. With 0, a request in flight is followed by another one, because it may have been sent before a change. Never rejects. */
export function ask(question: Question<unknown>, ageMsMax = freshMs): Promise<void> {
  const entry = entryOf(question);
  if (entry.pending && ageMsMax === 0) {
    const askAgain = () => {
      entry.queued = undefined;
      return ask(question, 0);
    };
    return (entry.queued ??= entry.pending.then(askAgain));
  }
  const isFresh = entry.known.fault === undefined && Math.abs(Date.now() - entry.askedAtMs) < ageMsMax;
  if (entry.pending === undefined && !isFresh) {
    const pending = load(question, entry, ageMsMax < freshMs).finally(() => {
      if (entry.pending === pending) entry.pending = undefined;
      for (const listener of [...entry.listeners, ...comings]) listener();
    });
    entry.pending = pending;
  }
  return entry.pending ?? Promise.resolve();
}

/** Forgets every answer and every request in flight, because another person signs in. */
export function forgetAnswers(): void {
  for (const entry of entries.values()) {
    Object.assign(entry, { known: { retry: entry.known.retry }, askedAtMs: 0, pending: undefined });
  }
  forgetKept();
}

async function load<Result>(question: Question<Result>, entry: Entry<Result>, isFresh: boolean): Promise<void> {
  const { known } = entry;
  try {
    const last = await question.load(isFresh);
    if (entry.known !== known) return;
    entry.known = { ...known, last, fault: undefined, retryAtMs: undefined };
    entry.askedAtMs = Date.now();
    // A script has no answer of its own.
    if (last.answer !== undefined) keep(question.key, last);
  } catch (fault) {
    if (entry.known !== known) return;
    const waitSeconds = fault instanceof ApiError ? fault.retryAfterSeconds : unreachableSeconds;
    const retryAtMs = waitSeconds === undefined ? undefined : Date.now() + waitSeconds * 1000;
    entry.known = { ...known, fault, retryAtMs };
    if (fault instanceof ApiError && fault.status === 401 && question.needsAccess) for (const end of endings) end();
  }
}

function entryOf<Result>(question: Question<Result>): Entry<Result> {
  const held = entries.get(question.key);
  if (isOf(held, question)) return held;
  const entry: Entry<Result> = {
    known: { last: recall<Result>(question.key), retry: () => void ask(question, 0) },
    askedAtMs: 0,
    pending: undefined,
    listeners: new Set(),
  };
  entries.set(question.key, entry);
  return entry;
}

/** The key identifies the question, so an entry under it has an answer of this type. */
function isOf<Result>(entry: Entry<unknown> | undefined, _question: Question<Result>): entry is Entry<Result> {
  return entry !== undefined;
}

/** Answers by question: what was answered last at once, then what is fresh (stale-while-revalidate). */
import { ApiError } from './api.ts';
import type { Dated, Question } from './question.ts';
import { forgetKept, keep, recall } from './kept.ts';

/** What is known about a question. */
export interface Known<Result> {
  last?: Dated<Result> | undefined;
  /** The reason why there is no fresh answer. */
  fault?: unknown;
  /** When a refused question may be asked again, in epoch milliseconds. */
  retryAtMs?: number | undefined;
  /** Asks again. */
  retry: () => void;
}

interface Entry<Result> {
  known: Known<Result>;
  askedAtMs: number;
  pending: Promise<void> | undefined;
  listeners: Set<() => void>;
}

/** A younger answer is not asked for again. */
const freshMs = 30_000;

/** After so long a server that did not answer is asked again. */
const unreachableSeconds = 5;

const entries = new Map<string, Entry<unknown>>();
const endings = new Set<() => void>();

/** Calls `listener` when an answer is refused because the session has ended, until the returned function is called. */
export function onSessionEnded(listener: () => void): () => void {
  endings.add(listener);
  return () => void endings.delete(listener);
}

/** Returns what is known from this page, or from the last one in this tab. */
export function peek<Result>(question: Question<Result>): Known<Result> {
  return entryOf(question).known;
}

/** Returns the same with another form of the answer. */
export function mapKnown<Result, Other>(known: Known<Result>, map: (answer: Result) => Other): Known<Other> {
  const { last } = known;
  return { ...known, last: last && { answer: map(last.answer), asOfMs: last.asOfMs } };
}

/** Calls `listener` when more is known, until the returned function is called. */
export function subscribe(question: Question<unknown>, listener: () => void): () => void {
  const { listeners } = entryOf(question);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks, unless the answer is fresh or on its way; with `now` also if it is fresh. Never rejects. */
export function ask<Result>(question: Question<Result>, { now = false } = {}): Promise<void> {
  const entry = entryOf(question);
  const isFresh = entry.known.fault === undefined && Date.now() - entry.askedAtMs < freshMs;
  if (entry.pending === undefined && (now || !isFresh)) {
    entry.pending = load(question, entry, now).finally(() => {
      entry.pending = undefined;
      for (const listener of entry.listeners) listener();
    });
  }
  return entry.pending ?? Promise.resolve();
}

/** Forgets every answer: when somebody else signs in. */
export function forgetAnswers(): void {
  for (const entry of entries.values()) Object.assign(entry, { known: { retry: entry.known.retry }, askedAtMs: 0 });
  forgetKept();
}

async function load<Result>(question: Question<Result>, entry: Entry<Result>, isFresh: boolean): Promise<void> {
  try {
    entry.known = { ...entry.known, last: await question.load(isFresh), fault: undefined, retryAtMs: undefined };
    entry.askedAtMs = Date.now();
    keep(question.key, entry.known.last);
  } catch (fault) {
    const waitSeconds = fault instanceof ApiError ? fault.retryAfterSeconds : unreachableSeconds;
    const retryAtMs = waitSeconds === undefined ? undefined : Date.now() + waitSeconds * 1000;
    entry.known = { ...entry.known, fault, retryAtMs };
    if (fault instanceof ApiError && fault.status === 401 && question.needsSession) for (const end of endings) end();
  }
}

function entryOf<Result>(question: Question<Result>): Entry<Result> {
  const held = entries.get(question.key);
  if (isOf(held, question)) return held;
  const entry: Entry<Result> = {
    known: { last: recall<Result>(question.key), retry: () => void ask(question, { now: true }) },
    askedAtMs: 0,
    pending: undefined,
    listeners: new Set(),
  };
  entries.set(question.key, entry);
  return entry;
}

/** The key says what was asked, so an entry under it holds such an answer. */
function isOf<Result>(entry: Entry<unknown> | undefined, _question: Question<Result>): entry is Entry<Result> {
  return entry !== undefined;
}

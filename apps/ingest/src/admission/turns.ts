/**
 * The scheduler of the event loop. Requests that arrive between two polls of the sockets are processed one after the other, not each as it
 * arrives: running the same code on many events, and writing many responses in a row, takes less than half the time. A body
 * of 1,000 events keeps the thread busy for a tenth of a second or more, so the work on it is done in slices, and sockets, timers and
 * smaller requests are served in between.
 */
import { Heap } from 'heap-js';
import type { Cancellation } from './cancellation.ts';

/** The maximum time for which sockets and timers wait, unless a single call takes longer. */
const sliceMs = 10;

/** Applies `work` to every item, in order, in slices: at once if nothing is waiting and one slice is enough. Throws or rejects with the error of `work`. */
export type InTurns = <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
) => Result[] | Promise<Result[]>;

/** The position in the queue: the lowest is next. */
interface Rank {
  /** Bodies within a factor of two are one class. */
  sizeClass: number;
  ticket: number;
}

/** Works until all is done, and returns the result, or until `untilMs`, and returns undefined. */
type Advance<Result> = (untilMs: number) => { result: Result } | undefined;

interface Waiting extends Rank {
  /** Returns true once all is done. */
  advance(untilMs: number): boolean;
  reject(error: unknown): void;
}

/** The turns of one request. Everything throws or rejects with the error of the request's cancellation once it is cancelled. */
export class Turn {
  readonly #turns: Turns;
  readonly #ticket: number;
  readonly #cancellation: Cancellation;

  constructor(turns: Turns, ticket: number, cancellation: Cancellation) {
    this.#turns = turns;
    this.#ticket = ticket;
    this.#cancellation = cancellation;
  }

  /** Runs the first call, on behalf of a body of so many `bytes`, together with those of all requests that have arrived. */
  async begin<Result>(bytes: number, work: () => Result): Promise<Result> {
    await this.#turns.nextSlice();
    return this.#run(bytes, () => ({ result: work() }), this.#turns.isIdle && !this.#turns.isSliceOver);
  }

  /** Runs one call for each item of a list, on behalf of a body of so many `bytes`. */
  inTurns(bytes: number): InTurns {
    return (items, work) => this.#run(bytes, mapping(items, work), this.#turns.isIdle);
  }

  #run<Result>(bytes: number, advance: Advance<Result>, isNext: boolean): Result | Promise<Result> {
    this.#cancellation.throwIfCancelled();
    if (isNext) {
      const done = advance(performance.now() + sliceMs);
      if (done) return done.result;
    }
    const rank = { sizeClass: Math.ceil(Math.log2(bytes + 1)), ticket: this.#ticket };
    return this.#turns.wait(rank, this.#cancellation, advance);
  }
}

/** The queue of all requests: the smallest body is next, so that a flood of large ones delays no pageview; within a class, the oldest request. */
export class Turns {
  readonly #waiting = new Heap<Waiting>(inOrder);
  #ticketsGiven = 0;
  #isScheduled = false;
  #slice: Promise<void> | undefined;
  #sliceEndsMs = 0;

  /** True if nothing is waiting. */
  get isIdle(): boolean {
    return this.#waiting.isEmpty();
  }

  /** True if the work that `nextSlice` resumed has taken the time of a slice. */
  get isSliceOver(): boolean {
    return performance.now() > this.#sliceEndsMs;
  }

  /** Resolves after the next poll of the sockets, for all callers at once. */
  nextSlice(): Promise<void> {
    return (this.#slice ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#slice = undefined;
        this.#sliceEndsMs = performance.now() + sliceMs;
        resolve();
      });
    }));
  }

  /** Returns the turns of a request; `cancellation` removes its waiting work. */
  open(cancellation: Cancellation): Turn {
    return new Turn(this, this.#ticketsGiven++, cancellation);
  }

  wait<Result>(rank: Rank, cancellation: Cancellation, advance: Advance<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...rank,
        reject,
        advance(untilMs) {
          const done = advance(untilMs);
          if (done) resolve(done.result);
          return done !== undefined;
        },
      };
      this.#waiting.push(waiting);
      cancellation.whileWaiting((error) => {
        this.#waiting.remove(waiting);
        reject(error);
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.isIdle) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#runSlice(performance.now() + sliceMs);
      this.#schedule();
    });
  }

  #runSlice(untilMs: number): void {
    do {
      const next = this.#waiting.peek();
      if (!next) return;
      try {
        if (!next.advance(untilMs)) return;
      } catch (error) {
        next.reject(error);
      }
      this.#waiting.remove(next);
    } while (performance.now() < untilMs);
  }
}

function mapping<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Advance<Result[]> {
  const results: Result[] = [];
  const left = items.values();
  return (untilMs) => {
    for (let next = left.next(); !next.done; next = left.next()) {
      results.push(work(next.value));
      if (performance.now() >= untilMs && results.length < items.length) return undefined;
    }
    return { result: results };
  };
}

const inOrder = (one: Rank, other: Rank) => one.sizeClass - other.sizeClass || one.ticket - other.ticket;

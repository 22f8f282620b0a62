/**
 * Turns at the event loop. A body of 1,000 events keeps the thread busy for a tenth of a second or more, so the work on it
 * is done in slices, and sockets, timers and smaller requests are served in between.
 */

/** The longest time for which sockets and timers wait, unless a single call is longer. */
const sliceMs = 10;

/** Applies `work` to every item, in order, in slices. Rejects with what `work` throws. */
export type InTurns = <Item, Result>(items: readonly Item[], work: (item: Item) => Result) => Promise<Result[]>;

/** The turns of one request. Everything rejects with the reason of the request's signal once that has aborted. */
export interface Turn {
  /** Runs one call, on behalf of a body of so many `bytes`. */
  readonly run: <Result>(bytes: number, work: () => Result) => Promise<Result>;
  /** Runs one call for each item of a list, on behalf of a body of so many `bytes`. */
  readonly inTurns: (bytes: number) => InTurns;
}

/** The position among those that wait: the lowest is next. */
interface Rank {
  /** Bodies within a factor of two are one class. */
  sizeClass: number;
  ticket: number;
}

/** Works until it is done or the time is up; undefined when there is more to do. */
type Advance<Result> = (untilMs: number) => { result: Result } | undefined;

interface Waiting extends Rank {
  /** Returns whether it is done. */
  advance(untilMs: number): boolean;
  reject(error: unknown): void;
}

/** The smallest bodies are next, so that a flood of large ones delays no page view; within a class, the oldest request is next. */
export class Turns {
  readonly #waiting = new Set<Waiting>();
  #ticketsGiven = 0;
  #isScheduled = false;

  /** `signal` withdraws whatever is still waiting. */
  open(signal: AbortSignal): Turn {
    const ticket = this.#ticketsGiven++;
    const wait = <Result>(bytes: number, advance: Advance<Result>) =>
      this.#wait({ sizeClass: Math.ceil(Math.log2(bytes + 1)), ticket }, signal, advance);
    return {
      run: (bytes, work) => wait(bytes, () => ({ result: work() })),
      inTurns: (bytes) => (items, work) => wait(bytes, mapping(items, work)),
    };
  }

  async #wait<Result>(rank: Rank, signal: AbortSignal, advance: Advance<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#waiting.size === 0) {
      const done = advance(performance.now() + sliceMs);
      if (done) return done.result;
    }
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
      this.#waiting.add(waiting);
      signal.addEventListener('abort', () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#runSlice(performance.now() + sliceMs);
      this.#schedule();
    });
  }

  #runSlice(untilMs: number): void {
    do {
      const next = this.#next();
      if (!next) return;
      try {
        if (!next.advance(untilMs)) return;
      } catch (error) {
        next.reject(error);
      }
      this.#waiting.delete(next);
    } while (performance.now() < untilMs);
  }

  #next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.#waiting) if (!first || isBefore(waiting, first)) first = waiting;
    return first;
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

function isBefore(one: Rank, other: Rank): boolean {
  return one.sizeClass === other.sizeClass ? one.ticket < other.ticket : one.sizeClass < other.sizeClass;
}

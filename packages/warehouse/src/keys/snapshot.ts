/**
 * The data that is looked up with every request, whole in memory: read again when something has changed, and, of a store that
 * other processes change too, when too old. A look-up never waits behind a slow query, and what was good remains good while
 * the store is away.
 */
import { AppError } from '@footfall/errors';

export interface SnapshotLimits {
  /** The age at which it is read again; with what a caller remembers itself, what another process ended is refused within 5 seconds. */
  ageMsMax: number;
  /** The age at which it is read again to look up something unknown: another process may have just created it. */
  unknownAgeMsMax: number;
  /** The longest time that the look-up of something known waits for what may be news of it. */
  newsMsMax: number;
  /** The longest time for which what is known is good without news. */
  outageMsMax: number;
  /** The longest time that the look-up of something unknown waits. */
  answerMsMax: number;
}

const defaultLimits: SnapshotLimits = {
  ageMsMax: 500,
  unknownAgeMsMax: 500,
  newsMsMax: 500,
  outageMsMax: 3_600_000,
  answerMsMax: 3_000,
};
const retryAfterSeconds = 5;

/** One reading of everything. */
interface Reading<Contents> {
  atMs: number;
  contents: Promise<Contents>;
  /** Resolves when it has taken longer than the look-up of something known waits. */
  late: Promise<void>;
}

export class Snapshot<Contents> {
  readonly #readAll: () => Promise<Contents>;
  readonly #isShared: boolean;
  readonly #limits: SnapshotLimits;
  /** The newest reading, under way, done or failed. */
  #latest: Reading<Contents> | undefined;
  #isUnderWay = false;
  /** The newest that succeeded. */
  #good: { atMs: number; contents: Contents } | undefined;
  /** The store failed or was late when last asked: nobody waits for it until it has answered. */
  #isAway = false;

  /** Begins to read at once, so that an outage finds it filled. What is read of a store that is not shared is good until it is forgotten. */
  constructor(readAll: () => Promise<Contents>, isShared: boolean, limits: Partial<SnapshotLimits> = {}) {
    this.#readAll = readAll;
    this.#isShared = isShared;
    this.#limits = { ...defaultLimits, ...limits };
    this.#read();
  }

  /**
   * Returns what `pick` finds; undefined if it finds nothing. While the store is away, what was last known counts, for a
   * while; of something unknown nothing can be said: rejects with UNAVAILABLE.
   */
  async find<Value>(pick: (contents: Contents) => Value | undefined): Promise<Value | undefined> {
    if (!this.#isShared && this.#good) return pick(this.#good.contents);
    const contents = this.#lastKnown();
    const known = contents && pick(contents);
    if (known === undefined) return pick(await this.#answer(this.#read(this.#limits.unknownAgeMsMax)));
    const reading = this.#read();
    if (this.#isAway) return known;
    const news = await Promise.race([reading.contents.catch(() => undefined), reading.late]);
    return news ? pick(news) : known;
  }

  /** Discards what is known: the next look-up reads again, and trusts nothing else. */
  forget(): void {
    this.#latest = undefined;
    this.#isUnderWay = false;
    this.#good = undefined;
  }

  #lastKnown(): Contents | undefined {
    if (!this.#good || performance.now() - this.#good.atMs >= this.#limits.outageMsMax) return undefined;
    return this.#good.contents;
  }

  /** The reading under way, or one that is new enough, even when it failed; else a new one. */
  #read(ageMsMax = this.#limits.ageMsMax): Reading<Contents> {
    const atMs = performance.now();
    if (this.#latest && (this.#isUnderWay || atMs - this.#latest.atMs < ageMsMax)) return this.#latest;
    const contents = this.#readAll();
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.newsMsMax);
      const stop = () => clearTimeout(timer);
      contents.then(stop, stop);
    });
    const reading = { atMs, contents, late };
    this.#latest = reading;
    this.#isUnderWay = true;
    void late.then(() => (this.#isAway = true));
    contents.then(
      (read) => this.#settle(reading, read),
      () => this.#settle(reading, undefined),
    );
    return reading;
  }

  /** Takes over what was read, unless it was forgotten meanwhile. */
  #settle(reading: Reading<Contents>, contents: Contents | undefined): void {
    this.#isAway = contents === undefined;
    if (this.#latest !== reading) return;
    this.#isUnderWay = false;
    if (contents !== undefined) this.#good = { atMs: reading.atMs, contents };
  }

  async #answer({ contents }: Reading<Contents>): Promise<Contents> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new AppError('UNAVAILABLE', 'The store took too long', { retryAfterSeconds })),
        this.#limits.answerMsMax,
      );
    });
    try {
      return await Promise.race([contents, deadline]);
    } finally {
      clearTimeout(timer);
    }
  }
}

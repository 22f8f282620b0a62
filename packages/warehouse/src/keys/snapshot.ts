/**
 * The data that every request looks up, kept completely in memory. It is read again after a change, and, if other processes
 * can change the store, when it is too old. Lookups never wait for a slow query, and known values remain valid while the store
 * is unavailable.
 */
import { revocationMsMax } from '@footfall/auth';
import { unavailable } from '@footfall/errors';
import { withDeadline } from '@footfall/process';

export interface SnapshotLimits {
  /** The age at which it is read again. Together with the caches of callers, a key that another process ended is refused within 5 seconds. */
  ageMsMax: number;
  /** The age at which it is read again to look up an unknown value, which another process may have just created. */
  unknownAgeMsMax: number;
  /** The longest time that the lookup of a known value waits for a newer one. */
  newsMsMax: number;
  /** The longest time that known values remain valid without a successful read. */
  outageMsMax: number;
  /** The longest time that the lookup of an unknown value waits. */
  answerMsMax: number;
}

const defaultLimits: SnapshotLimits = {
  ageMsMax: 500,
  unknownAgeMsMax: 500,
  newsMsMax: 500,
  outageMsMax: 3_600_000,
  answerMsMax: 3_000,
};
/** For stores that are not looked up by every event: what another process ended is refused in time, with a second for reading; what it created is found almost at once. */
export const snapshotLimits = { ageMsMax: revocationMsMax - 1_000, unknownAgeMsMax: 100 };

/** One read of everything. */
interface Reading<Contents> {
  atMs: number;
  contents: Promise<Contents>;
  /** Resolves if the read takes longer than the lookup of a known value waits. */
  late: Promise<void>;
}

export class Snapshot<Contents> {
  readonly #readAll: () => Promise<Contents>;
  readonly #isShared: boolean;
  readonly #limits: SnapshotLimits;
  /** The newest read: in progress, done or failed. */
  #latest: Reading<Contents> | undefined;
  #isUnderWay = false;
  /** The newest read that succeeded. */
  #good: { atMs: number; contents: Contents } | undefined;
  /** True if the last read failed or was late. Lookups of known values then do not wait until a read succeeds. */
  #isAway = false;

  /** Starts to read immediately, so that it is filled before an outage. If the store is not shared, values are valid until `forget` is called. */
  constructor(readAll: () => Promise<Contents>, isShared: boolean, limits: Partial<SnapshotLimits> = {}) {
    this.#readAll = readAll;
    this.#isShared = isShared;
    this.#limits = { ...defaultLimits, ...limits };
    this.#read();
  }

  /**
   * Resolves with the result of `pick`; undefined if it finds nothing. While the store is unavailable, it resolves with the
   * last known value for a limited time, and rejects with UNAVAILABLE if the value is unknown.
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

  /** Discards all known values, so that the next lookup reads again. */
  forget(): void {
    this.#latest = undefined;
    this.#isUnderWay = false;
    this.#good = undefined;
  }

  #lastKnown(): Contents | undefined {
    if (!this.#good || performance.now() - this.#good.atMs >= this.#limits.outageMsMax) return undefined;
    return this.#good.contents;
  }

  /** Returns the read in progress, or one that is recent enough even if it failed; else a new one. */
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

  /** Keeps the result of a read, unless `forget` was called meanwhile. */
  #settle(reading: Reading<Contents>, contents: Contents | undefined): void {
    this.#isAway = contents === undefined;
    if (this.#latest !== reading) return;
    this.#isUnderWay = false;
    if (contents !== undefined) this.#good = { atMs: reading.atMs, contents };
  }

  #answer({ contents }: Reading<Contents>): Promise<Contents> {
    return withDeadline(contents, this.#limits.answerMsMax, () => {
      throw unavailable('The store took too long');
    });
  }
}

/**
 * The data that every request looks up, kept completely in memory. It is read again after a change, and, if other processes
 * can change the store, in the background while it is used. Lookups never wait long for a slow store, and known values remain
 * valid while the store is unavailable.
 */
import { unavailable } from '@footfall/errors';
import { withDeadline } from '@footfall/process';

/** The time after which every process rejects what one has ended, such as a key, even if the notification is lost. */
export const revocationMsMax = 5_000;

/** Limits with which what another process has ended is rejected in time, with a second for waiting. */
export const snapshotLimits = {
  /** The age from which a lookup starts a read in the background. */
  refreshAgeMs: revocationMsMax - 2_000,
  /** The age from which a lookup waits for a newer snapshot. */
  ageMsMax: revocationMsMax - 1_000,
  /**
   * The shortest time between two reads for unknown values, and from a failed read to the next one.
   * Any client can send unknown keys, tokens and grants, and each read for one selects everything: 0.2 s of processor time for 10,000 keys.
   * While clients send them, new records of another process can be unknown for this long if Redis is unavailable.
   */
  readIntervalMsMin: 1_000,
  /** The longest time that the lookup of a known value waits. */
  knownWaitMsMax: 500,
  /** The longest time that the lookup of an unknown value waits. */
  unknownWaitMsMax: 3_000,
  /** The longest time that known values remain valid without a successful read. */
  outageMsMax: 3_600_000,
} as const;

export type SnapshotLimits = Record<keyof typeof snapshotLimits, number>;

/** One read of everything. */
interface Reading<Contents> {
  atMs: number;
  contents: Promise<Contents>;
  /** Resolves if the read takes longer than the lookup of a known value waits. */
  late: Promise<void>;
  isOver: boolean;
}

export class Snapshot<Contents> {
  readonly #readAll: () => Promise<Contents>;
  readonly #isShared: boolean;
  readonly #limits: SnapshotLimits;
  /** The newest read: in progress, done or failed. */
  #latest: Reading<Contents>;
  /** The newest read that began for an unknown value. */
  #forUnknown: Reading<Contents> | undefined;
  /** The newest read that succeeded. */
  #good: { atMs: number; contents: Contents } | undefined;
  /** The time of a change, until a read that began after it has succeeded. */
  #staleSinceMs: number | undefined;
  /** True if the newest read failed or was late. Lookups of known values then do not wait until a read succeeds. */
  #isUnavailable = false;

  /** Starts to read immediately, so that it is filled before an outage. If the store is not shared, values are valid until `forget` is called. */
  constructor(readAll: () => Promise<Contents>, isShared: boolean, limits: SnapshotLimits) {
    this.#readAll = readAll;
    this.#isShared = isShared;
    this.#limits = limits;
    this.#latest = this.#begin();
  }

  /**
   * Returns the result of `pick`, undefined if it finds nothing: synchronously unless the snapshot is too old. While the store is
   * unavailable, it returns the last known value for a limited time, and rejects with UNAVAILABLE if the value is unknown.
   */
  find<Value>(pick: (contents: Contents) => Value | undefined): Value | undefined | Promise<Value | undefined> {
    if (!this.#isShared && this.#good && this.#staleSinceMs === undefined) return pick(this.#good.contents);
    const { refreshAgeMs, ageMsMax, outageMsMax } = this.#limits;
    const currentAtMs = this.#isShared ? this.#good?.atMs : this.#staleSinceMs;
    const ageMs = performance.now() - (currentAtMs ?? -Infinity);
    const known = this.#good && ageMs < outageMsMax ? pick(this.#good.contents) : undefined;
    if (known === undefined) return this.#wasJustRead ? undefined : this.#awaitUnknown(pick);
    const isYoungerThan = (limitMs: number) => this.#staleSinceMs === undefined && ageMs < limitMs;
    if (isYoungerThan(refreshAgeMs)) return known;
    const reading = this.#read();
    if (isYoungerThan(ageMsMax) || this.#isUnavailable) return known;
    return Promise.race([reading.contents.then(pick, () => known), reading.late.then(() => known)]);
  }

  /** Reads again at once, because values may have changed; lookups wait for that. Only while the store is unavailable do the last known values remain valid. */
  forget(): void {
    this.#staleSinceMs ??= performance.now();
    this.#isUnavailable = false;
    this.#latest = this.#begin();
  }

  /** Reads again after a change by this process. Resolves once lookups see the change, or the store has taken as long as the lookup of an unknown value waits. Never rejects. */
  async renew(): Promise<void> {
    this.forget();
    const { contents } = this.#latest;
    await withDeadline(contents, this.#limits.unknownWaitMsMax, () => undefined).catch(() => undefined);
  }

  /** True if a read has just been made for an unknown value: what it did not find counts as unknown. */
  get #wasJustRead(): boolean {
    if (!this.#forUnknown || !this.#good || this.#staleSinceMs !== undefined) return false;
    return this.#isRecent(this.#forUnknown) && this.#good.atMs >= this.#forUnknown.atMs;
  }

  #awaitUnknown<Value>(pick: (contents: Contents) => Value | undefined): Promise<Value | undefined> {
    if (this.#good) this.#readForUnknown();
    else this.#read();
    return withDeadline(this.#pickFromLatest(pick), this.#limits.unknownWaitMsMax, () => {
      throw unavailable('The store took too long');
    });
  }

  /** Reads again, because another process may have created the value since the last read. */
  #readForUnknown(): void {
    if (this.#forUnknown && (!this.#forUnknown.isOver || this.#isRecent(this.#forUnknown))) return;
    this.#forUnknown = this.#begin();
    this.#latest = this.#forUnknown;
  }

  /** Resolves with the result of `pick` on the read in progress, or on one that a notification starts meanwhile. */
  async #pickFromLatest<Value>(pick: (contents: Contents) => Value | undefined): Promise<Value | undefined> {
    const reading = this.#latest;
    const found = pick(await reading.contents);
    return found === undefined && reading !== this.#latest ? this.#pickFromLatest(pick) : found;
  }

  /** Returns the read in progress, or one that began just now, even if it failed; else a new one. */
  #read(): Reading<Contents> {
    if (this.#latest.isOver && !this.#isRecent(this.#latest)) this.#latest = this.#begin();
    return this.#latest;
  }

  #isRecent({ atMs }: Reading<Contents>): boolean {
    return performance.now() - atMs < this.#limits.readIntervalMsMin;
  }

  #begin(): Reading<Contents> {
    const atMs = performance.now();
    const contents = this.#readAll();
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.knownWaitMsMax);
      const stop = () => clearTimeout(timer);
      contents.then(stop, stop);
    });
    const reading = { atMs, contents, late, isOver: false };
    void late.then(() => (this.#isUnavailable ||= this.#latest === reading));
    contents.then(
      (read) => this.#settle(reading, read),
      () => this.#settle(reading, undefined),
    );
    return reading;
  }

  /** Keeps the result of a read, unless a newer one has begun. */
  #settle(reading: Reading<Contents>, contents: Contents | undefined): void {
    reading.isOver = true;
    if (this.#latest !== reading) return;
    this.#isUnavailable = contents === undefined;
    if (contents === undefined) return;
    this.#good = { atMs: reading.atMs, contents };
    this.#staleSinceMs = undefined;
  }
}

/**
 * Every key in memory, read again when too old or when something has changed: a look-up never waits behind a slow
 * query, and keys that were good go on being good while the store is away.
 */
import type { Identity } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { readKeys } from '../schema/tables/api-keys.ts';
import { readWorkspaces } from '../schema/tables/workspaces.ts';

export interface SnapshotLimits {
  /** With the authenticator's own memory, a key that another process revoked is refused within 5 seconds. */
  ageMsMax: number;
  /** How long the look-up of a known key waits for what may be news of it. */
  newsMsMax: number;
  /** How long known keys are good without news. */
  outageMsMax: number;
  /** How long the look-up of an unknown key waits. */
  answerMsMax: number;
}

const defaultLimits: SnapshotLimits = {
  ageMsMax: 500,
  newsMsMax: 500,
  outageMsMax: 3_600_000,
  answerMsMax: 3_000,
};
const retryAfterSeconds = 5;

type Identities = ReadonlyMap<string, Identity>;

/** One reading of all keys. */
interface Reading {
  atMs: number;
  identities: Promise<Identities>;
  /** Resolves when it has taken longer than the look-up of a known key waits. */
  late: Promise<void>;
}

export class KeySnapshot {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  readonly #limits: SnapshotLimits;
  /** The newest reading, under way, done or failed. */
  #latest: Reading | undefined;
  #isUnderWay = false;
  /** The newest that succeeded. */
  #good: { atMs: number; identities: Identities } | undefined;
  /** The store failed or was late when last asked: nobody waits for it until it has answered. */
  #isAway = false;

  /** Begins to read at once, so that an outage finds it filled. */
  constructor(warehouse: Pick<Warehouse, 'read'>, limits: Partial<SnapshotLimits> = {}) {
    this.#warehouse = warehouse;
    this.#limits = { ...defaultLimits, ...limits };
    this.#read();
  }

  /**
   * The identity behind a hash; undefined when unknown, revoked, or its workspace is deleted. While the store is away,
   * what was last known of a key counts, for a while; of an unknown key nothing can be said: rejects with UNAVAILABLE.
   */
  async find(keyHash: string): Promise<Identity | undefined> {
    const reading = this.#read();
    const known = this.#lastKnown()?.get(keyHash);
    if (!known) return (await this.#answer(reading)).get(keyHash);
    if (this.#isAway) return known;
    const news = await Promise.race([reading.identities.catch(() => undefined), reading.late]);
    return news ? news.get(keyHash) : known;
  }

  /** What was known is void: the next look-up reads anew, and trusts nothing else. */
  forget(): void {
    this.#latest = undefined;
    this.#isUnderWay = false;
    this.#good = undefined;
  }

  #lastKnown(): Identities | undefined {
    if (!this.#good || performance.now() - this.#good.atMs >= this.#limits.outageMsMax) return undefined;
    return this.#good.identities;
  }

  /** The reading under way, or one that is new enough, even when it failed; else a new one. */
  #read(): Reading {
    const atMs = performance.now();
    if (this.#latest && (this.#isUnderWay || atMs - this.#latest.atMs < this.#limits.ageMsMax)) return this.#latest;
    const identities = readIdentities(this.#warehouse);
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.newsMsMax);
      const stop = () => clearTimeout(timer);
      identities.then(stop, stop);
    });
    const reading = { atMs, identities, late };
    this.#latest = reading;
    this.#isUnderWay = true;
    void late.then(() => (this.#isAway = true));
    identities.then(
      (read) => this.#settle(reading, read),
      () => this.#settle(reading, undefined),
    );
    return reading;
  }

  /** Takes over what was read, unless it was forgotten meanwhile. */
  #settle(reading: Reading, identities: Identities | undefined): void {
    this.#isAway = identities === undefined;
    if (this.#latest !== reading) return;
    this.#isUnderWay = false;
    if (identities) this.#good = { atMs: reading.atMs, identities };
  }

  async #answer({ identities }: Reading): Promise<Identities> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new AppError('UNAVAILABLE', 'The store took too long', { retryAfterSeconds })),
        this.#limits.answerMsMax,
      );
    });
    try {
      return await Promise.race([identities, deadline]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function readIdentities(warehouse: Pick<Warehouse, 'read'>): Promise<Identities> {
  const [keys, rows] = await Promise.all([readKeys(warehouse), readWorkspaces(warehouse)]);
  const workspaces = new Map(rows.map((row) => [row.workspaceId, row]));
  const identities = new Map<string, Identity>();
  for (const { keyId, keyHash, type, workspaceId, expiresAt, revokedAt } of keys) {
    const workspace = workspaces.get(workspaceId);
    if (!workspace || revokedAt !== null) continue;
    const { plan, allowedOrigins } = workspace;
    identities.set(keyHash, { keyId, type, workspaceId, plan, allowedOrigins, expiresAtMs: expiresAt });
  }
  return identities;
}

/** The link to Redis and its health: a request waits at most for its deadline, and not at all once Redis counts as away. */
import type { Redis } from 'ioredis';
import { StartError } from '@footfall/errors';
import { withDeadline } from '@footfall/process';
import { setTimeout as delay } from 'node:timers/promises';
import type { StateOptions } from '../port.ts';
import { createConnection, endConnection, openMsMax } from './connect.ts';
import { isDatabaseFault, isReplicaFault, isSelectFault, isUnconnectedFault, reasonOf, saysWhy } from './reason.ts';
import type { RedisAddress } from './url.ts';

/** The deadline of one command; a request waits for at most two before Redis counts as away. */
const responseMsMax = 250;
const probeIntervalMsMin = 100;
const probeIntervalMsMax = 1_000;
/** The delay until the reason for an outage is logged: the next attempt to connect reveals more than the broken connection. */
const reasonKnownMs = 1_000;
/** The minimum time between two lines about one outage, and between two about the same reason. */
const logIntervalMs = 60_000;
const pingLifetimeMs = 60_000;

/** A period in which Redis cannot be used. */
interface Outage {
  reason: string;
  /** Monotonic. */
  readonly reasonKnownAtMs: number;
  /** Monotonic; undefined until the reason is logged. */
  loggedAtMs: number | undefined;
}

export class Link {
  readonly #redis: Redis;
  readonly #database: number;
  readonly #logger: StateOptions['logger'];
  readonly #backListeners: (() => void)[] = [];
  readonly #closing = new AbortController();
  /** The reason why there is no connection; undefined while there is one. */
  #connectionFault: unknown;
  /** Undefined while Redis can be used. */
  #outage: Outage | undefined;
  /** The monotonic time of the last line about each reason. */
  readonly #loggedAtMs = new Map<string, number>();

  constructor(address: RedisAddress, logger: StateOptions['logger']) {
    this.#redis = createConnection(address);
    this.#database = address.database;
    this.#logger = logger;
    this.#redis.on('error', (fault) => {
      // After a refused database, further errors only say that the connection has ended.
      if (saysWhy(fault) || !isSelectFault(this.#connectionFault)) this.#connectionFault = fault;
    });
    this.#redis.on('ready', () => void (this.#connectionFault = undefined));
  }

  /** Resolves once Redis accepts writes, or once the deadline has passed; Redis then counts as unavailable, and the connection is retried. Throws a StartError if it does not have the configured database. */
  async open(): Promise<void> {
    try {
      await withDeadline(this.#redis.connect(), openMsMax, noResponse);
      await this.ping();
    } catch (fault) {
      if (isDatabaseFault(this.#connectionFault)) {
        throw new StartError(`Setting REDIS_URL: Redis has no database ${this.#database}`, { cause: fault });
      }
      this.#leave(fault, performance.now());
    }
  }

  /** Resolves with the response of Redis. Rejects at once while it is away; after any fault it is away until it accepts a write again. */
  async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (this.#outage) throw new Error('Redis is not available');
    try {
      return await withDeadline(command(this.#redis), responseMsMax, noResponse);
    } catch (fault) {
      this.#leave(fault, performance.now() + reasonKnownMs);
      throw isUnconnectedFault(fault) ? new Error('Redis does not respond') : fault;
    }
  }

  /** Resolves when Redis accepts a write: one that is full, or only a replica, can still be read. */
  async ping(): Promise<void> {
    await this.run(write);
  }

  /** Calls `listener` each time Redis is back: it may have lost its data. */
  onBack(listener: () => void): void {
    this.#backListeners.push(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await endConnection(this.#redis);
  }

  #leave(fault: unknown, reasonKnownAtMs: number): void {
    if (this.#outage || this.#closing.signal.aborted) return;
    const outage: Outage = { reason: '', reasonKnownAtMs, loggedAtMs: undefined };
    this.#outage = outage;
    this.#noteReason(outage, fault);
    void this.#probeUntilBack(outage);
  }

  async #probeUntilBack(outage: Outage): Promise<void> {
    const { signal } = this.#closing;
    for (let waitMs = probeIntervalMsMin; !signal.aborted; waitMs = Math.min(2 * waitMs, probeIntervalMsMax)) {
      try {
        await delay(waitMs, undefined, { signal, ref: false });
        await withDeadline(write(this.#redis), responseMsMax, noResponse);
        this.#return(outage);
        return;
      } catch (fault) {
        if (signal.aborted) return;
        this.#noteReason(outage, fault);
        // The host name may resolve to the new primary by now.
        if (isReplicaFault(fault)) this.#redis.disconnect(true);
      }
    }
  }

  #return(outage: Outage): void {
    this.#logReason(outage);
    this.#outage = undefined;
    if (outage.loggedAtMs !== undefined) this.#logger?.info('Redis responds again');
    for (const listener of this.#backListeners) listener();
  }

  #noteReason(outage: Outage, fault: unknown): void {
    outage.reason = reasonOf(this.#connectionFault ?? fault);
    if (performance.now() >= outage.reasonKnownAtMs) this.#logReason(outage);
  }

  #logReason(outage: Outage): void {
    const { reason } = outage;
    const nowMs = performance.now();
    const loggedAtMs = outage.loggedAtMs ?? this.#loggedAtMs.get(reason) ?? -Infinity;
    if (nowMs - loggedAtMs < logIntervalMs) return;
    outage.loggedAtMs = nowMs;
    this.#loggedAtMs.set(reason, nowMs);
    this.#logger?.warn(
      `Redis cannot be used: ${reason}. Until it can, nothing is cached, each process counts limits separately, and ingest refuses events that lack a visitor or session ID`,
    );
  }
}

/** Writes a key that nothing reads. */
function write(redis: Redis): Promise<unknown> {
  return redis.set('ping', '', 'PX', pingLifetimeMs);
}

function noResponse(): never {
  throw new Error('no response in time');
}

/** Notifications of changes between processes, over a separate connection. */
import { StartError, unavailable } from '@footfall/errors';
import { withDeadline } from '@footfall/process';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { createConnection, endConnection, openMsMax } from './connect.ts';
import type { Link } from './link.ts';
import { isPermissionFault } from './reason.ts';
import type { RedisAddress } from './url.ts';

/** The interval of checks: a connection that only listens does not notice that the other end has gone. */
const checkIntervalMs = 5_000;

export class KeyChanges {
  readonly #link: Link;
  readonly #channel: string;
  readonly #subscriber: Redis;
  readonly #checking: NodeJS.Timeout;
  readonly #listeners = new Set<() => void>();
  /** The name under which this process publishes changes, so that it can ignore its own. */
  readonly #own = randomBytes(12).toString('base64url');
  /** Resolves when the first subscription is active, or with the reason why it failed. */
  readonly #subscribed: Promise<unknown>;
  #isSubscribed = false;
  /** True if a notification could not be sent. */
  #isOwed = false;

  constructor(address: RedisAddress, link: Link) {
    this.#link = link;
    this.#channel = `${address.keyPrefix}key-changes`;
    this.#subscriber = createConnection(address);
    // The link reports the problem with Redis.
    this.#subscriber.on('error', () => undefined);
    this.#subscriber.on('message', (_channel, from) => {
      if (from !== this.#own) this.#tellListeners();
    });
    this.#subscribed = new Promise((resolve) => {
      this.#subscriber.on('ready', () => void this.#subscribe().then(resolve, resolve));
    });
    this.#checking = setInterval(() => void this.#check(), checkIntervalMs).unref();
    link.onBack(() => {
      if (this.#isOwed) void this.#publish().catch(() => undefined);
    });
  }

  /** Resolves once notifications are received, the connection has failed, or the deadline has passed. Throws a StartError if Redis denies access to the channel. */
  async open(): Promise<void> {
    const connected = this.#subscriber.connect().then(
      () => this.#subscribed,
      () => undefined,
    );
    const fault = await withDeadline(connected, openMsMax, () => undefined);
    if (!isPermissionFault(fault)) return;
    throw new StartError(`Setting REDIS_URL: the user needs permission for the channel ${this.#channel}`, {
      cause: fault,
    });
  }

  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Notifies the other processes. Rejects with UNAVAILABLE if Redis is away, or refuses it; they are notified when it is back. */
  async announce(): Promise<void> {
    this.#isOwed = true;
    await this.#publish().catch((cause: unknown) => {
      throw unavailable('Other processes cannot be notified of the change yet', { cause });
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#checking);
    await endConnection(this.#subscriber);
  }

  async #publish(): Promise<void> {
    const refusal = await this.#link.run((redis) =>
      redis.publish(this.#channel, this.#own).then(
        () => undefined,
        // All other commands may be permitted.
        (fault: unknown) => {
          if (isPermissionFault(fault)) return fault;
          throw fault;
        },
      ),
    );
    if (refusal !== undefined) throw refusal;
    this.#isOwed = false;
  }

  /** Subscribes again, and notifies this process: it may have missed notifications. */
  async #subscribe(): Promise<void> {
    this.#isSubscribed = false;
    await this.#subscriber.subscribe(this.#channel);
    this.#isSubscribed = true;
    this.#tellListeners();
  }

  /** Pings, or repeats a subscription that has failed. */
  async #check(): Promise<void> {
    if (this.#subscriber.status !== 'ready') return;
    const checked = this.#isSubscribed ? this.#subscriber.ping() : this.#subscribe();
    await checked.catch(() => this.#subscriber.disconnect(true));
  }

  #tellListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}

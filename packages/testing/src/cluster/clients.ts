/** Clients that keep sending, retry unacknowledged events under the same IDs, and record every response. */
import { setTimeout as pause } from 'node:timers/promises';
import { until, waitMsMax } from '@footfall/test-servers';
import type { Delivery } from '../reference/sent.ts';
import type { NumberedEvents } from './numbered-events.ts';

/** Pauses after a failure grow like those of the tracker, but start shorter. */
const pauseMsFirst = 50;

export interface LoadOptions {
  /** The URLs to send to, used in turn. */
  urls: readonly string[];
  key: string;
  events: NumberedEvents;
  clients?: number;
  batchEvents?: number;
  /** The pause of each client between two requests. */
  pauseMs?: number;
  /** The deadline of a request; a slower one counts as one without a response. */
  deadlineMs?: number;
  /** The longest pause before a refused request is repeated. */
  retryMsMax?: number;
}

interface Batch {
  deliveries: Delivery[];
  attempts: number;
}

/** A response other than 202, or none. */
export interface Refusal {
  /** 0 without a response. */
  status: number;
  retryAfter: string | null;
  ms: number;
  text: string;
}

export class Clients {
  /** The deliveries in the order of their acknowledgement. */
  readonly acknowledged: Delivery[] = [];
  /** The refusals since the last start. */
  readonly refusals: Refusal[] = [];
  readonly #options: Required<LoadOptions>;
  readonly #open: Batch[] = [];
  #requests = 0;
  /** The number of requests acknowledged since the last start. */
  #taken = 0;
  readonly #underWay = new Set<Promise<unknown>>();
  #isStopping = false;
  #isGivenUp = false;
  #running: Promise<void>[] = [];

  constructor(options: LoadOptions) {
    this.#options = { clients: 4, batchEvents: 10, pauseMs: 50, deadlineMs: 60_000, retryMsMax: 1_000, ...options };
  }

  start(): this {
    this.#isStopping = false;
    this.#isGivenUp = false;
    this.refusals.length = 0;
    this.#taken = 0;
    this.#running = Array.from({ length: this.#options.clients }, () => this.#run());
    return this;
  }

  /** Sends nothing new, and resolves once everything sent is acknowledged. Rejects after `waitMsMax`. */
  async finish(): Promise<void> {
    this.#isStopping = true;
    const late = setTimeout(() => (this.#isGivenUp = true), waitMsMax);
    await Promise.all(this.#running);
    clearTimeout(late);
    if (this.#open.length === 0) return;
    throw new Error(`${this.#open.length} requests are not acknowledged; ${JSON.stringify(this.refusals.at(-1))}`);
  }

  /** Stops sending; unacknowledged requests stay open until the next start. */
  async stop(): Promise<void> {
    this.#isGivenUp = true;
    await Promise.all(this.#running);
  }

  /** Resolves once `count` more events have been acknowledged. */
  async more(count: number): Promise<void> {
    await this.#until(() => this.acknowledged.length, count);
  }

  /** Resolves once `count` more requests have been refused with `status`. */
  async refused(status: number, count = 1): Promise<void> {
    await this.#until(() => this.refusals.filter((one) => one.status === status).length, count);
  }

  /** Resolves once each request in flight has its response, or has failed. */
  async responded(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The share of refused requests among all since the last start, from 0 to 1. */
  get refusedShare(): number {
    return this.refusals.length / (this.refusals.length + this.#taken);
  }

  /** The number of requests that were sent but not acknowledged. */
  get open(): number {
    return this.#open.length;
  }

  get acknowledgedIds(): Set<string> {
    return new Set(this.acknowledged.map(({ event }) => event.id ?? ''));
  }

  async #until(read: () => number, more: number): Promise<void> {
    const wanted = read() + more;
    const state = () => ({ found: read(), wanted, refusal: this.refusals.at(-1) });
    await until(() => read() >= wanted, state);
  }

  async #run(): Promise<void> {
    const { events, batchEvents, pauseMs, retryMsMax } = this.#options;
    while (!this.#isGivenUp) {
      const batch =
        this.#open.pop() ?? (this.#isStopping ? undefined : { deliveries: events.take(batchEvents), attempts: 0 });
      if (!batch) return;
      const sending = this.#send(batch);
      this.#underWay.add(sending);
      const isTaken = await sending;
      this.#underWay.delete(sending);
      if (isTaken) {
        this.#taken += 1;
        this.acknowledged.push(...batch.deliveries);
        await pause(pauseMs);
      } else {
        batch.attempts += 1;
        this.#open.unshift(batch);
        await pause(Math.min(pauseMsFirst * 2 ** batch.attempts, retryMsMax) * (0.5 + Math.random() / 2));
      }
    }
  }

  /** Resolves to true if the whole batch is acknowledged. */
  async #send({ deliveries }: Batch): Promise<boolean> {
    const { urls, key, deadlineMs } = this.#options;
    const url = urls[this.#requests++ % urls.length];
    const startedAtMs = performance.now();
    const refuse = (status: number, retryAfter: string | null, text: string) =>
      void this.refusals.push({ status, retryAfter, text, ms: performance.now() - startedAtMs });
    try {
      const response = await fetch(`${url}/api/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ events: deliveries.map(({ event }) => event) }),
        signal: AbortSignal.timeout(deadlineMs),
      });
      const text = await response.text();
      if (response.status === 202 && text.includes(`"accepted":${deliveries.length},`)) return true;
      refuse(response.status, response.headers.get('retry-after'), text);
    } catch (error) {
      refuse(0, null, String(error));
    }
    return false;
  }
}

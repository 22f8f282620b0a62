/** Sends events to the ingest server, batch by batch, until each has its verdict. */
import { setTimeout as delay } from 'node:timers/promises';
import { eventLimits } from '@footfall/schemas';
import { z } from 'zod';
import { invalidKey, type SecretKey } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { call, type Endpoint, noResponse, type Reply } from './http-call.ts';

/** An event as it is sent: the input of `eventSchema`. */
export type OutgoingEvent = Readonly<Record<string, unknown>>;

/** Counts of the events sent, by outcome. */
export interface Verdicts {
  accepted: number;
  /** The number of events per code, such as BOT. */
  rejected: Record<string, number>;
}

/** The rest of the limit is room for the JSON around the events. */
const batchBytesMax = eventLimits.bodyBytesMax - 1024;
const attemptsMax = 10;
const backoffFirstMs = 500;
const backoffMaxMs = 30_000;
const retryAfterMaxSeconds = 300;

const verdictSchema = z.object({
  accepted: z.int(),
  rejected: z.array(z.object({ index: z.int(), code: z.string() })),
});
/** The reasons in a response of `/readyz`, by the name of the part that is not ready. */
const notReadySchema = z.object({ reasons: z.record(z.string(), z.string()) });
const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Resolves if an ingest server responds at `url`. Rejects with a CommandError otherwise. */
export async function requireIngestServer(url: string): Promise<void> {
  const reply = await call({ url }, { method: 'GET', path: '/readyz' }).catch((cause: unknown) => {
    throw new CommandError(`${noResponse(`the ingest server at ${url}`, cause)} Set --ingest to its URL`, { cause });
  });
  // A proxy may not pass this path on, so only a server error counts.
  if (reply.status >= 500) throw new CommandError(`the ingest server at ${url} is not ready (${whyNotReady(reply)})`);
}

function whyNotReady({ body, status }: Reply): string {
  const reasons = Object.values(notReadySchema.safeParse(body).data?.reasons ?? {});
  return [...new Set(reasons)].join('; ') || `status ${status}`;
}

/**
 * Sends in the given order, one request at a time: sessions without an ID are derived in order of arrival. A batch
 * that may have failed on the way is sent again, which is safe because its events have IDs.
 */
export class IngestClient {
  readonly verdicts: Verdicts = { accepted: 0, rejected: {} };
  readonly #endpoint: Endpoint;
  readonly #key: SecretKey;
  readonly #signal: AbortSignal;
  #batch: string[] = [];
  #batchBytes = 0;

  /** After `signal` has been aborted, nothing more is sent: calls reject with its reason. */
  constructor(url: string, key: SecretKey, signal: AbortSignal) {
    this.#endpoint = { url };
    this.#key = key;
    this.#signal = signal;
  }

  /** Adds one event; sends the batch first if it is full. */
  async add(event: OutgoingEvent): Promise<void> {
    const text = JSON.stringify(event);
    const bytes = Buffer.byteLength(text) + 1;
    if (this.#batch.length === eventLimits.batchEventsMax || this.#batchBytes + bytes > batchBytesMax) {
      await this.flush();
    }
    this.#batch.push(text);
    this.#batchBytes += bytes;
  }

  /** Sends the rest. Rejects with a CommandError if the server refuses the key or does not recover. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length > 0) await this.#send(batch);
  }

  async #send(batch: readonly string[]): Promise<void> {
    const reply = await this.#deliver(`{"events":[${batch.join(',')}]}`);
    const verdict = verdictSchema.safeParse(reply.body);
    if (verdict.success) {
      const { accepted, rejected } = verdict.data;
      this.#count(accepted, rejected.filter(isFinal));
      const unjudged = rejected.flatMap((each) => (isFinal(each) ? [] : (batch[each.index] ?? [])));
      if (unjudged.length > 0) await this.#send(unjudged);
      return;
    }
    const { code, message } = refusal(reply);
    if (reply.status !== 400) {
      const whichKey = reply.status === 401 ? `. ${invalidKey(this.#key.source, 'there')}` : '';
      throw new CommandError(`the ingest server refused the events: ${message} (${code})${whichKey}`);
    }
    // The response to a request without a single valid event gives the reasons only in words: sent alone, each event gets its code.
    if (batch.length === 1) return this.#count(0, [{ code: codeIn(message) ?? code }]);
    for (const event of batch) await this.#send([event]);
  }

  #count(accepted: number, rejected: readonly { code: string }[]): void {
    this.verdicts.accepted += accepted;
    for (const { code } of rejected) this.verdicts.rejected[code] = (this.verdicts.rejected[code] ?? 0) + 1;
  }

  /** Resolves with the first reply that is neither 429 nor 5xx. */
  async #deliver(body: string): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      this.#signal.throwIfAborted();
      const outcome = await this.#attempt(body);
      if ('status' in outcome && outcome.status !== 429 && outcome.status < 500) return outcome;
      if (attempt === attemptsMax)
        throw new CommandError(
          `the ingest server did not accept the events in ${attemptsMax} attempts: ${describe(outcome)}`,
        );
      const pauseMs = delayMs(attempt, 'status' in outcome ? outcome.retryAfterSeconds : undefined);
      await delay(pauseMs, undefined, { signal: this.#signal });
    }
  }

  #attempt(body: string): Promise<Reply | Error> {
    const request = { method: 'POST', path: '/api/v1/events', token: this.#key.key, body } as const;
    return call(this.#endpoint, request).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

/** False for an event above the quota of a minute, which the server has not judged: sent again, it waits for the next minute. */
function isFinal({ code }: { code: string }): boolean {
  return code !== 'RATE_LIMIT';
}

function describe(outcome: Reply | Error): string {
  if (outcome instanceof Error) return outcome.message;
  return `${refusal(outcome).message} (status ${outcome.status})`;
}

function refusal(reply: Reply): { code: string; message: string } {
  const parsed = errorSchema.safeParse(reply.body);
  return parsed.success
    ? parsed.data.error
    : { code: String(reply.status), message: 'the response is not from Footfall' };
}

/** Returns the first rejection code in a message such as `No event was accepted. By index: 0: BOT, …`. */
function codeIn(message: string): string | undefined {
  return /\b[A-Z]{3,}(?:_[A-Z]+)*\b/.exec(message)?.[0];
}

function delayMs(attempt: number, retryAfterSeconds: number | undefined): number {
  if (retryAfterSeconds !== undefined) return Math.min(retryAfterSeconds, retryAfterMaxSeconds) * 1000;
  return Math.min(backoffFirstMs * 2 ** (attempt - 1), backoffMaxMs);
}

/** Clients that keep sending, remember every acknowledgement, and send again what was not acknowledged. */
import { randomInt, randomUUID } from 'node:crypto';

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const batchEventsMax = 20;
/** Far above what an answer takes on a busy machine: without one, the server counts as gone. */
const requestDeadlineMs = 60_000;
/** Between an answer that says to send again and doing so. */
const againMs = 100;
const finishDeadlineMs = 300_000;

interface Batch {
  ids: string[];
  body: string;
}

export interface Target {
  ingestUrl: string;
  secretKey: string;
}

/** All that was sent over the lives of a server. */
export class Load {
  readonly acknowledged = new Set<string>();
  /** Batches without an answer that says they are stored. */
  readonly #open: Batch[] = [];
  readonly #refusals: string[] = [];
  #stopping = true;
  #senders: Promise<void>[] = [];

  /** Sends until `stop`, or until the server gives no answer; what is still open comes first. */
  start(target: Target, senders = 3): void {
    this.#stopping = false;
    this.#senders = Array.from({ length: senders }, () => this.#sendUntilStopped(target));
  }

  /** Resolves once every sender has its last answer, or none. Rejects when the server refused an event. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#senders);
    if (this.#refusals.length > 0) throw new Error(`the server refused events: ${this.#refusals[0]}`);
  }

  /** Resolves once no sender has a server any more. */
  async serverGone(): Promise<void> {
    await Promise.all(this.#senders);
  }

  /** Sends what is still open, until all of it is acknowledged. */
  async finish(target: Target): Promise<void> {
    await this.stop();
    const deadline = performance.now() + finishDeadlineMs;
    for (;;) {
      const batch = this.#open.pop();
      if (!batch) return;
      if ((await this.#send(target, batch)) === 'gone' || performance.now() > deadline)
        throw new Error('a living server did not take events');
    }
  }

  /** Resolves once `count` more events have been acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count;
    while (this.acknowledged.size < wanted && !this.#stopping) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async #sendUntilStopped(target: Target): Promise<void> {
    while (!this.#stopping) {
      if ((await this.#send(target, this.#open.pop() ?? newBatch())) === 'gone') return;
    }
  }

  async #send({ ingestUrl, secretKey }: Target, batch: Batch): Promise<'acknowledged' | 'refused' | 'gone'> {
    const answer = await post(`${ingestUrl}/api/v1/events`, secretKey, batch.body);
    if (answer?.status === 202 && answer.text.includes(`"accepted":${batch.ids.length},`)) {
      for (const id of batch.ids) this.acknowledged.add(id);
      return 'acknowledged';
    }
    this.#open.push(batch);
    if (!answer) return 'gone';
    // Too busy, or without what it depends on: clients send again. Anything else is a fault of this test.
    if (answer.status !== 503) this.#refusals.push(`${answer.status} ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, againMs));
    return 'refused';
  }
}

async function post(url: string, key: string, body: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body,
      signal: AbortSignal.timeout(requestDeadlineMs),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

function newBatch(): Batch {
  const ids = Array.from({ length: randomInt(1, batchEventsMax + 1) }, () => randomUUID());
  const events = ids.map((id, index) => ({
    id,
    type: '$pageview',
    url: `https://www.example.com/page-${index}`,
    visitorId: `visitor-${randomInt(50)}`,
    ...(index % 2 === 0 ? { sessionId: `session-${randomInt(50)}` } : {}),
    userAgent: agent,
    ip: '10.1.2.3',
  }));
  return { ids, body: JSON.stringify({ events }) };
}

/** What is to be sent: in batches, and again under the same ids until ingest has taken or refused it. */
import type { TrackedEvent } from './event.ts';
import type { Options } from './options.ts';

/** Events that come within this time go in one request. */
const gatherMs = 500;
const batchEventsMax = 25;
/** The oldest go when a page has more than can be delivered. */
const queuedMax = 500;
/** Browsers let 64 KiB of requests outlive their page; a character takes up to three bytes. */
const lastingCharsMax = 20_000;
const deadlineMs = 10_000;
const firstPauseMs = 1_000;
/** Also where ingest asks for more; browsers take what is beyond 24 days for now. */
const pauseMsMax = 2_000_000;

/** Keeps identities and unsent events beyond the page. */
export interface Keep {
  identify(now: number): Pick<TrackedEvent, 'visitorId' | 'sessionId'>;
  /** What earlier pages could not send. */
  load(): TrackedEvent[];
  /** Writes down what is unsent, and whether it is about to be sent: from then on ingest may have it. */
  store(unsent: readonly TrackedEvent[], isTried?: boolean): void;
}

export interface Outbox {
  add(event: TrackedEvent): void;
  /** Sends what is there now. */
  flush(): void;
  /** Hands what is there to the browser, which sends it when the page is gone. */
  leave(): void;
}

/** `seal` is called before events are sent: the last moment to change one. */
export function openOutbox({ endpoint, key, debug }: Options, seal: () => void, keep?: Keep): Outbox {
  const url = `${endpoint}/api/v1/events`;
  // The page's own, whatever watches it later.
  const request = fetch;
  let queue = keep?.load() ?? [];
  let pauseMs = firstPauseMs;
  /** Of the next request; none when nothing is to be sent. While it runs, nothing that is added hastens it. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = queue[0] && setTimeout(flush, Math.min(ms, pauseMsMax));
  };

  const bodyOf = (events: readonly TrackedEvent[]) => JSON.stringify({ key, sentAt: Date.now(), events });

  async function flush(): Promise<void> {
    seal();
    let waitMs = pauseMs * (1 + Math.random());
    schedule(deadlineMs + waitMs);
    if (!timer) return;
    const batch = queue.slice(0, batchEventsMax);
    const body = bodyOf(batch);
    keep?.store(queue, true);
    pauseMs *= 2;
    try {
      const response = await request(url, {
        method: 'POST',
        body,
        keepalive: body.length < lastingCharsMax,
        signal: AbortSignal.timeout?.(deadlineMs),
      });
      if (response.status === 429 || response.status >= 500) {
        // One that is a date, as some proxies write it, counts as none.
        waitMs = Math.max(waitMs, Number(response.headers.get('Retry-After')) * 1_000 || 0);
      } else {
        queue = queue.filter((event) => !batch.includes(event));
        keep?.store(queue);
        pauseMs = firstPauseMs;
        waitMs = queue[batchEventsMax] ? 0 : gatherMs;
      }
      if (debug) console.log(body, await response.text());
    } catch {
      // Offline, blocked or too slow: the page need not know.
    }
    schedule(waitMs);
  }

  addEventListener('online', flush);
  schedule(gatherMs);
  return {
    add(event) {
      queue = [...queue.slice(1 - queuedMax), event];
      keep?.store(queue);
      timer ||= setTimeout(flush, gatherMs);
    },
    flush,
    leave() {
      seal();
      // Nobody will hear the answers: what is kept stays so, and is sent again by the next page.
      keep?.store(queue, true);
      // Offline it would be taken and lost, more than 64 KiB are not taken, and the page may come back.
      while (navigator.onLine && queue[0] && navigator.sendBeacon(url, bodyOf(queue.slice(0, batchEventsMax))))
        queue.splice(0, batchEventsMax);
    },
  };
}

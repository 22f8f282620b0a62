/** What is to be sent: in batches, and again under the same ids until ingest has taken or refused it. */
import type { TrackedEvent } from './event.ts';
import { listen } from './listen.ts';
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

/** What earlier pages could not send, and a function that keeps what is unsent, and whether it is about to be sent: from then on ingest may have it. */
export type Kept = [
  queue: readonly TrackedEvent[],
  store: (unsent: readonly TrackedEvent[], isTried?: boolean) => void,
];

/** The page's own, whatever watches it later. */
const request = fetch;

/** Returns what an event is added by. `seal` is called before events are sent: the last moment to change one. */
export const openOutbox = (
  { endpoint, key, debug }: Options,
  seal: () => void,
  [queue = [], store]: Partial<Kept> = [],
): ((event: TrackedEvent) => void) => {
  const url = endpoint.replace(/\/*$/, '/api/v1/events');
  let pauseMs = firstPauseMs;
  /** Of the next request; none when nothing is to be sent. While it runs, nothing that is added hastens it. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warnings = 0;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = queue[0] && setTimeout(flush, Math.min(ms, pauseMsMax));
  };

  const bodyOf = (events: readonly TrackedEvent[]) => {
    seal();
    return JSON.stringify({ key, sentAt: Date.now(), events });
  };

  const flush = async (): Promise<void> => {
    let waitMs = pauseMs + pauseMs * Math.random();
    schedule(deadlineMs + waitMs);
    if (!timer) return;
    const batch = queue.slice(0, batchEventsMax);
    const body = bodyOf(batch);
    if (!import.meta.isCore) store?.(queue, true);
    pauseMs *= 2;
    try {
      const response = await request(url, {
        method: 'POST',
        body,
        keepalive: body.length < lastingCharsMax,
        signal: AbortSignal.timeout?.(deadlineMs),
      });
      const said = await response.text();
      if (debug) console.log(body, said);
      if (response.status === 429 || response.status >= 500) {
        // One that is a date, as some proxies write it, counts as none.
        waitMs = Math.max(waitMs, Number(response.headers.get('retry-after')) * 1_000 || 0);
      } else {
        queue = queue.filter((event) => !batch.includes(event));
        if (!import.meta.isCore) store?.(queue);
        pauseMs = firstPauseMs;
        waitMs = queue[batchEventsMax] ? 0 : gatherMs;
        // A wrong key, for example: the page's developer would not notice.
        if (!(response.ok || warnings++)) console.warn(said);
      }
    } catch {
      // Offline, blocked or too slow: the page need not know.
    }
    schedule(waitMs);
  };

  // A phone may never show again what is hidden.
  listen(['visibilitychange', 'online'], flush);
  listen(['pagehide'], () => {
    // Nobody will hear the answers: what is kept stays so, and is sent again by the next page.
    if (!import.meta.isCore) store?.(queue, true);
    // Offline it would be taken and lost, more than 64 KiB are not taken, and the page may come back.
    while (navigator.onLine && queue[0] && navigator.sendBeacon(url, bodyOf(queue.slice(0, batchEventsMax))))
      queue = queue.slice(batchEventsMax);
  });
  schedule(gatherMs);
  return (event) => {
    queue = [...queue.slice(1 - queuedMax), event];
    if (!import.meta.isCore) store?.(queue);
    timer ||= setTimeout(flush, gatherMs);
  };
};

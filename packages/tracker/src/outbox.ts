/** The queue of events: sent in batches, and retried under the same IDs until ingest has accepted or rejected them. */
import type { TrackedEvent } from './event.ts';
import { batchEventsMax } from './limits.ts';
import { listen } from './listen.ts';
import type { Options } from './options.ts';

/** Events added within this time go into one request. */
const gatherMs = 500;
/** Few, so that one that is refused costs little. */
const beaconEventsMax = 5;
/** The oldest are dropped when a page has more than can be delivered. */
const queuedMax = 500;
/** Browsers let 64 KiB of requests outlive their page; a character takes up to three bytes. */
const lastingCharsMax = 20_000;
const deadlineMs = 10_000;
/** About 23 hours: an event that may have arrived is not sent again after them, because for ingest the same ID within 24 hours is the same event. */
const sameEventMs = 83_000_000;
const firstPauseMs = 1_000;
/** Even if ingest requests a longer one; browsers treat a timeout beyond 24 days as 0. */
const pauseMsMax = 2_000_000;

/** The events that earlier pages could not send, and a function that stores the unsent ones. */
export type Kept = [queue: readonly TrackedEvent[], store?: (unsent: readonly TrackedEvent[]) => void];

/** The page's own function, whatever wraps it later. */
const request = globalThis.fetch;

/** Returns a function that adds an event. `seal` is called before events are sent: the last moment to change one. */
export const openOutbox = (
  { endpoint, key, debug }: Options,
  seal: () => void,
  kept: Kept[0],
  store?: Kept[1],
): ((event: TrackedEvent) => void) => {
  let queue = import.meta.isCore ? [] : kept;
  const url = endpoint.replace(/\/*$/, '/api/v1/events');
  let pauseMs = firstPauseMs;
  /** The timer of the next request; undefined if nothing is to be sent. While it runs, added events do not shorten it, and only a pageview extends it. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warnings = 0;

  /** Returns the timer. */
  const schedule = (ms: number) => {
    clearTimeout(timer);
    return (timer = queue[0] && setTimeout(flush, Math.min(ms, pauseMsMax)));
  };

  const bodyOf = (events: readonly TrackedEvent[]) => {
    seal();
    // A request sent while offline arrives nowhere.
    if (!import.meta.isCore) for (const event of events) event.sentAt ||= navigator.onLine && Date.now();
    return JSON.stringify({
      sentAt: Date.now(),
      key,
      events: import.meta.isCore ? events : events.map(({ sentAt: _sentAt, ...event }) => event),
    });
  };

  const flush = async (): Promise<void> => {
    let waitMs = pauseMs + pauseMs * Math.random();
    // Not right before they are sent: a device may have slept.
    if (!import.meta.isCore) queue = queue.filter((event) => !event.sentAt || Date.now() - event.sentAt < sameEventMs);
    if (!schedule(deadlineMs + waitMs)) return;
    const batch = queue.slice(0, batchEventsMax);
    const body = bodyOf(batch);
    if (!import.meta.isCore) store?.(queue);
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
      // Anything else says to send again, or is not from ingest: a service worker may show a page while offline.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `test` makes a text of the number.
      if (/202|^4(?!08|2)/.test(response.status as unknown as string)) {
        queue = queue.filter((event) => !batch.includes(event));
        if (!import.meta.isCore) store?.(queue);
        pauseMs = firstPauseMs;
        waitMs = gatherMs;
        // A wrong key, for example: the page's developer would not notice it otherwise.
        if (!(response.ok || warnings++)) console.warn(said);
      } else {
        // A date, which some proxies send, counts as none.
        waitMs += 1_000 * Number(response.headers.get('retry-after')) || 0;
      }
    } catch {
      // Offline, blocked or too slow: the page need not know.
    }
    schedule(waitMs);
  };

  // A phone may never show a hidden page again. After the page's own listeners, whose events are sent with the others.
  addEventListener('visibilitychange', flush);
  listen(['online'], flush);
  listen(['pagehide'], () => {
    const unsent = queue;
    // While offline a beacon would be accepted and lost, more than 64 KiB are not accepted, and the page may come back.
    while (navigator.onLine && queue[0] && navigator.sendBeacon(url, bodyOf(queue.slice(0, beaconEventsMax))))
      queue = queue.slice(beaconEventsMax);
    // Nothing will handle the responses: stored events stay so, and the next page sends them again.
    if (!import.meta.isCore) store?.(unsent);
  });
  if (!import.meta.isCore) schedule(gatherMs);
  return (event) => {
    queue = [...queue.slice(1 - queuedMax), event];
    if (!import.meta.isCore) store?.(queue);
    // A pageview can change for all of this time, unless a request is in flight or has failed.
    if (!timer || (event.type === '$pageview' && pauseMs < 2 * firstPauseMs)) schedule(gatherMs);
  };
};

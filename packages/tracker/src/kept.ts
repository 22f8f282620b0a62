/** What `storage: 'local'` keeps in the browser: who the visitor is, and what could not be sent. */
import { newId, type TrackedEvent } from './event.ts';
import type { Keep } from './outbox.ts';

const identityName = 'footfall';
/** Each page writes under a name of its own; the next page takes over what it finds under all of them. */
const queuePrefix = 'footfall:';
/** Of a UUID: anything else was written by another hand. */
const idChars = 36;
const sessionGapMs = 30 * 60_000;
/** To ingest the same id within 24 hours is the same event: what may have arrived is not sent again later than that. */
const sameEventMs = 23 * 3_600_000;

/** Also what pages that are still open have not sent yet: by its id ingest knows it again. */
export function keepLocally(): Keep {
  const name = queuePrefix + newId();
  /** When the first of the queue was sent without an answer yet; epoch milliseconds. */
  let triedAt: number | undefined;

  // Storage may be forbidden, full, or changed by another hand: then all lives as long as the page.
  function read<Kept extends unknown[]>(from: string, none: Kept): Kept {
    try {
      const kept: Kept = JSON.parse(localStorage[from]);
      return Array.isArray(kept) ? kept : none;
    } catch {
      return none;
    }
  }

  function write(to: string, value: unknown): void {
    try {
      localStorage[to] = JSON.stringify(value);
    } catch {}
  }

  return {
    identify(now) {
      // Read anew each time: another tab may have gone on with the session.
      let [visitorId, sessionId, at = 0] = read<[string?, string?, number?]>(identityName, []);
      if (visitorId?.length !== idChars) visitorId = newId();
      if (!(now - at <= sessionGapMs)) sessionId = newId();
      write(identityName, [visitorId, sessionId, now]);
      // What cannot be kept is not said: then ingest tells visitors apart, as it does without storage.
      [visitorId, sessionId] = read<[string?, string?]>(identityName, []);
      return { visitorId, sessionId };
    },
    load() {
      const queue: TrackedEvent[] = [];
      try {
        for (const other of Object.keys(localStorage).filter((key) => key.startsWith(queuePrefix))) {
          const [events = [], at] = read<[TrackedEvent[]?, number?]>(other, []);
          delete localStorage[other];
          if (at && Date.now() - at > sameEventMs) continue;
          queue.push(...events);
          triedAt ??= at;
        }
      } catch {}
      return queue;
    },
    store(unsent, isTried) {
      // What is sent while offline arrives nowhere.
      if (isTried && navigator.onLine) triedAt ??= Date.now();
      if (!unsent.length) triedAt = undefined;
      write(name, [unsent, triedAt]);
    },
  };
}

/** What `storage: 'local'` keeps in the browser: who the visitor is, and what could not be sent. */
import { newId, type TrackedEvent } from './event.ts';
import type { Kept } from './outbox.ts';

const identityName = 'footfall';
/** Each page writes under a name of its own; the next page takes over what it finds under all of them. */
const queuePrefix = 'footfall:';
/** Of a UUID: anything else was written by another hand. */
const idChars = 36;
const sessionGapMs = 30 * 60_000;
/** To ingest the same id within 24 hours is the same event: what may have arrived is not sent again later than that. */
const sameEventMs = 23 * 3_600_000;

// Storage may be forbidden, full, or changed by another hand: then all lives as long as the page.
const read = <Value extends unknown[]>(from: string, kept: Value): Value => {
  try {
    Object.assign(kept, JSON.parse(localStorage[from]));
  } catch {}
  return kept;
};

const write = (to: string, value: unknown): boolean => {
  try {
    localStorage[to] = JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
};

/** Who the visitor is, in which session. */
export const identify = (now: number): Pick<TrackedEvent, 'visitorId' | 'sessionId'> | false => {
  // Read each time: another tab may have continued the session.
  let [visitorId, sessionId, at = 0] = read<[string?, string?, number?]>(identityName, []);
  if (visitorId?.length !== idChars) visitorId = newId();
  if (!(now - at <= sessionGapMs)) sessionId = newId();
  // What cannot be kept is not said: then ingest tells visitors apart, as it does without storage.
  return write(identityName, [visitorId, sessionId, now]) && { visitorId, sessionId };
};

/** What earlier pages could not send to the workspace of a key, and what keeps the rest: ingest recognizes an event by its id. */
export const keepQueue = (key: string): Kept => {
  const prefix = queuePrefix + key;
  const name = prefix + newId();
  const queue: TrackedEvent[] = [];
  /** When the first of the queue was sent without an answer yet; epoch milliseconds. */
  let triedAt: number | undefined;

  try {
    for (const other in localStorage) {
      if (!other.startsWith(prefix)) continue;
      const [events = [], at] = read<[TrackedEvent[]?, number?]>(other, []);
      delete localStorage[other];
      if (at && Date.now() - at > sameEventMs) continue;
      queue.push(...events);
      triedAt ??= at;
    }
  } catch {}

  return [
    queue,
    (unsent, isTried) => {
      // What is sent while offline arrives nowhere.
      if (isTried && navigator.onLine) triedAt ??= Date.now();
      if (!unsent.length) triedAt = undefined;
      write(name, [unsent, triedAt]);
    },
  ];
};

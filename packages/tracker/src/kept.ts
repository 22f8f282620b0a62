/** The data that `storage: 'local'` keeps in the browser: the visitor's identity, and the unsent events. */
import { newId, type TrackedEvent } from './event.ts';
import type { Kept } from './outbox.ts';

const identityName = 'footfall';
/** Each page writes under a different name; the next page takes over the entries under all of them. */
const queuePrefix = 'footfall:';
/** The length of a UUID: anything else was written by other code. */
const idChars = 36;
const sessionGapMs = 30 * 60_000;
/** The time after which an event that may have arrived is not sent again: for ingest, the same ID within 24 hours is the same event. */
const sameEventMs = 23 * 3_600_000;

// Storage may be disabled, full, or changed by other code: everything then lives as long as the page.
const read = <Value extends unknown[]>(from: string, kept: Value): Value => {
  try {
    Object.assign(kept, JSON.parse(localStorage[from]));
  } catch {}
  return kept;
};

/** Stores a value, or removes it if there is none. Returns a truthy value if that worked. */
// oxlint-disable-next-line typescript/consistent-return -- every visitor would load the bytes of a `return`.
const write = (to: string, value: unknown): unknown => {
  try {
    return value ? (localStorage[to] = JSON.stringify(value)) : delete localStorage[to];
  } catch {}
};

type Identity = Pick<TrackedEvent, 'visitorId' | 'sessionId'>;

/** Returns the visitor and the session, or nothing if they cannot be stored. */
export const identify = (now: number): Identity | undefined => {
  // Read each time: another tab may have continued the session.
  let [visitorId, sessionId, at = 0] = read<[string?, string?, number?]>(identityName, []);
  if (visitorId?.length !== idChars) visitorId = newId();
  if (!(now - at <= sessionGapMs)) sessionId = newId();
  // Without them, ingest derives the visitor.
  return write(identityName, [visitorId, sessionId, now]) ? { visitorId, sessionId } : undefined;
};

/** Returns the events that earlier pages could not send to the workspace of a key, and a function that stores the rest: ingest recognizes an event by its ID. */
export const keepQueue = (key: string): Kept => {
  const prefix = queuePrefix + key;
  const name = prefix + newId();
  const queue: TrackedEvent[] = [];
  /** The time when the first event of the queue was sent without a response so far; epoch milliseconds. */
  let triedAt: number | undefined;

  try {
    for (const other in localStorage) {
      if (other.startsWith(prefix)) {
        const [events = [], at] = read<[TrackedEvent[]?, number?]>(other, []);
        delete localStorage[other];
        if (!(at && Date.now() - at > sameEventMs)) {
          queue.push(...events);
          triedAt ??= at;
        }
      }
    }
  } catch {}

  return [
    queue,
    (unsent, isTried) => {
      // A request sent while offline arrives nowhere.
      if (isTried && navigator.onLine) triedAt ??= Date.now();
      write(name, unsent[0] ? [unsent, triedAt] : (triedAt = undefined));
    },
  ];
};

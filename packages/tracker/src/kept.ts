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
/* oxlint-disable typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- as `write` stored it, or else the caller copes. */
const read = <Value extends unknown[]>(from: string): Value | [] => {
  try {
    return [...JSON.parse(localStorage[from])] as Value;
  } catch {
    return [];
  }
};
/* oxlint-enable typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion */

/** Stores a value, or removes it if there is none. Returns a truthy value if that worked. */
// oxlint-disable-next-line typescript/consistent-return -- every visitor would load the bytes of a `return`.
const write = (to: string, value: unknown): true | undefined => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is written is a text that is not empty.
    return (value ? (localStorage[to] = JSON.stringify(value)) : delete localStorage[to]) as true;
  } catch {}
};

type Identity = Pick<TrackedEvent, 'visitorId' | 'sessionId'>;

/** Returns the visitor and the session, or nothing if they cannot be stored. */
export const identify = (now: number): Identity | undefined => {
  // Read each time: another tab may have continued the session.
  let [visitorId, sessionId, at = 0] = read<[string?, string?, number?]>(identityName);
  if (visitorId?.length !== idChars) visitorId = newId();
  if (!(now - at <= sessionGapMs)) sessionId = newId();
  // Without them, ingest derives the visitor.
  return write(identityName, [visitorId, sessionId, now]) && { visitorId, sessionId };
};

/** When an event was first sent, in epoch milliseconds: from then on ingest may have it. A symbol, because ingest accepts no other fields. */
const triedAt = Symbol();

interface KeptEvent extends TrackedEvent {
  /** False while offline. */
  [triedAt]?: number | false | undefined;
}

/** Returns the events that earlier pages could not send to the workspace of a key, and a function that stores the rest: ingest recognizes an event by its ID. */
export const keepQueue = (key: string): Kept => {
  const prefix = queuePrefix + key;
  const name = prefix + newId();
  const queue: KeptEvent[] = [];

  try {
    for (const other in localStorage) {
      if (other.startsWith(prefix)) {
        const entries = read<[KeptEvent, KeptEvent[typeof triedAt]][]>(other);
        delete localStorage[other];
        for (const [event, at] of entries) {
          event[triedAt] = at;
          if (!(at && Date.now() - at > sameEventMs)) queue.push(event);
        }
      }
    }
  } catch {}

  return [
    queue,
    (unsent: readonly KeptEvent[], sending: readonly KeptEvent[] = []) => {
      // A request sent while offline arrives nowhere.
      for (const event of sending) event[triedAt] ||= navigator.onLine && Date.now();
      write(name, unsent[0] && unsent.map((event) => [event, event[triedAt]]));
    },
  ];
};

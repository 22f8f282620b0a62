/** The data that `storage: 'local'` keeps in the browser: the visitor's identity, and the unsent events. */
import { newId, type TrackedEvent } from './event.ts';
import { sessionGapMs } from './limits.ts';
import type { Kept } from './outbox.ts';

const identityName = 'footfall';
/** Each page writes under a different name; the next page takes over the entries under all of them. */
const queuePrefix = 'footfall:';
/** The length of a UUID: anything else was written by other code. */
const idChars = 36;

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

/** Stores a list, or removes it if it is empty. Returns a truthy value if that worked. */
// oxlint-disable-next-line typescript/consistent-return -- every visitor would load the bytes of a `return`.
const write = (to: string, list: readonly unknown[]): true | undefined => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is written is a text that is not empty.
    return (list[0] ? (localStorage[to] = JSON.stringify(list)) : delete localStorage[to]) as true;
  } catch {}
};

type Identity = Pick<TrackedEvent, 'visitorId' | 'sessionId'>;

/** Returns the visitor and the session, or nothing if they cannot be stored. */
export const identify = (now: number): Identity | undefined => {
  // Read each time: another tab may have continued the session.
  let [visitorId, sessionId, at] = read<[string?, string?, number?]>(identityName);
  if (visitorId?.length !== idChars) visitorId = newId();
  if (!(now - Number(at) <= sessionGapMs)) sessionId = newId();
  // Without them, ingest derives the visitor.
  return write(identityName, [visitorId, sessionId, now]) && { visitorId, sessionId };
};

/** Returns the events that earlier pages could not send to the workspace of a key, and a function that stores the rest while the identity is stored: ingest recognizes an event by its ID. */
export const keepQueue = (key: string): Kept => {
  const prefix = queuePrefix + key;
  const name = prefix + newId();
  const queue: TrackedEvent[] = [];

  try {
    for (const other in localStorage) {
      if (other.startsWith(prefix)) {
        queue.push(...read<TrackedEvent[]>(other).filter((event) => event?.id));
        delete localStorage[other];
      }
    }
  } catch {}

  // Without the identity, consent was withdrawn.
  return [queue, (unsent) => write(name, read(identityName)[0] ? unsent : [])];
};

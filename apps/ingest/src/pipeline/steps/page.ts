/** The page of the event: host and path of its URL. */
import { canonicalPath, shownValue, typesWithUrl } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readWebAddress } from '../../lookups/web-address.ts';

/** Matches paths that may contain a dot segment, and those with a backslash. */
const unresolved = /\\|\/(?:\.|%2e)/i;

export const page: Step = (draft) => {
  const { url } = draft.arrival.event;
  if (url === undefined) {
    return typesWithUrl.has(draft.event.type)
      ? reject('INVALID_EVENT', `url must be set for ${draft.event.type}`, shownValue(url))
      : undefined;
  }
  const address = readWebAddress(url);
  if (!address) return reject('INVALID_EVENT', 'url must be an absolute http or https URL', shownValue(url));
  draft.event.hostname = address.hostname;
  draft.event.path = canonicalPath(resolved(address.path));
  draft.page = { hostname: address.hostname, query: address.query };
  return undefined;
};

/** Returns the path as browsers send it: without dot segments, and with slashes for backslashes. */
function resolved(path: string): string {
  return unresolved.test(path) ? new URL(`http://host${path}`).pathname : path;
}

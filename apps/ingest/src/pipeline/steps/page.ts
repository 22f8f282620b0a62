/** The page of the event: host and path of its URL. */
import { canonicalPath, shownValue, typesWithUrl } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readWebAddress } from '../../lookups/web-address.ts';

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
  draft.event.path = canonicalPath(address.path);
  draft.page = { hostname: address.hostname, query: address.query };
  return undefined;
};

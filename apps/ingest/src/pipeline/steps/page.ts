/** The page of the event: host and path of its URL. */
import { typesWithUrl } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readWebAddress } from '../../lookups/web-address.ts';

export const page: Step = (draft) => {
  const { url } = draft.arrival.event;
  if (url === undefined) {
    return typesWithUrl.has(draft.event.type)
      ? reject('INVALID_EVENT', `url: is required for ${draft.event.type}`)
      : undefined;
  }
  const address = readWebAddress(url);
  if (!address) return reject('INVALID_EVENT', 'url: takes an absolute http or https URL');
  draft.event.hostname = address.hostname;
  draft.event.path = address.path;
  draft.page = { hostname: address.hostname, query: address.query };
  return undefined;
};

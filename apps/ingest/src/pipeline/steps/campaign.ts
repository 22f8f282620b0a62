/** The campaign that brought the visitor: the URL's utm parameters as sent, and the ad platform of its click ID. */
import type { EnrichedEvent } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { adPlatformOf, isClickId } from '../../lookups/ad-platforms.ts';

type UtmField = 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent';

const utmFields: ReadonlyMap<string, UtmField> = new Map([
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_term', 'utmTerm'],
  ['utm_content', 'utmContent'],
]);

export const campaign: Step = ({ page, event }) => {
  if (!page || page.query === '') return undefined;
  const clickIds = readQuery(page.query, event);
  if (clickIds.size > 0) event.adPlatform = adPlatformOf(clickIds, event.utmMedium)?.name ?? '';
  return undefined;
};

/** Fills in the utm fields, the first of each name; returns the names of the click IDs, but not their values. */
function readQuery(query: string, event: EnrichedEvent): ReadonlySet<string> {
  const clickIds = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (value === '') continue;
    const field = utmFields.get(name);
    if (field !== undefined) event[field] ||= value;
    else if (isClickId(name)) clickIds.add(name.toLowerCase());
  }
  return clickIds;
}

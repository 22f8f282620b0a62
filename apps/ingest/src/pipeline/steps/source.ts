/** The site that the visitor came from, by the referrer alone. An unusable referrer is ignored, never rejected. */
import { eventLimits, isHostOf } from '@footfall/schemas';
import type { Draft, Step } from '../draft.ts';
import { siteOfApp, siteOfHost, withoutWww } from '../../lookups/sites.ts';
import type { Site } from '../../lookups/sites.ts';
import { readWebAddress } from '../../lookups/web-address.ts';

/** The source of a visit without a referrer. */
const direct = 'Direct';

const app = /^(?:android|ios)-app:\/\/([a-z0-9_.-]+)/i;

export const source: Step = (draft) => {
  const { referrer } = draft.arrival.event;
  draft.referrer = typeof referrer === 'string' ? siteOf(referrer, draft) : undefined;
  draft.event.source = draft.referrer?.name ?? direct;
  return undefined;
};

function siteOf(referrer: string, draft: Draft): Site | undefined {
  if (referrer.length > eventLimits.referrerCharsMax) return undefined;
  const appId = app.exec(referrer.trim())?.[1];
  if (appId !== undefined) return siteOfApp(appId.toLowerCase());
  const host = readWebAddress(referrer)?.hostname;
  return host === undefined || isOwnHost(host, draft) ? undefined : siteOfHost(host);
}

/**
 * Returns true if the visitor comes from the same site: `host` is that of the page, with or without `www.`, or it is a host of
 * the workspace's domain, as is the page if there is one. Without a domain, each subdomain is a separate site.
 */
function isOwnHost(host: string, { page, arrival }: Draft): boolean {
  if (page && withoutWww(host) === withoutWww(page.hostname)) return true;
  const { domain } = arrival.request;
  return domain !== null && isHostOf(host, domain) && (!page || isHostOf(page.hostname, domain));
}

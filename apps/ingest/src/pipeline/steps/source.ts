/** The site that the visitor came from, by the referrer alone. A referrer that cannot be used is ignored, never rejected. */
import { eventLimits } from '@footfall/schemas';
import type { Page, Step } from '../draft.ts';
import { siteOfApp, siteOfHost, withoutWww } from '../../lookups/sites.ts';
import type { Site } from '../../lookups/sites.ts';
import { readWebAddress } from '../../lookups/web-address.ts';

/** The source of a visit without a referrer. */
const direct = 'Direct';

const app = /^(?:android|ios)-app:\/\/([a-z0-9_.-]+)/i;

export const source: Step = (draft) => {
  const { referrer } = draft.arrival.event;
  draft.referrer = typeof referrer === 'string' ? siteOf(referrer, draft.page) : undefined;
  draft.event.source = draft.referrer?.name ?? direct;
  return undefined;
};

function siteOf(referrer: string, page: Page | undefined): Site | undefined {
  if (referrer.length > eventLimits.referrerCharsMax) return undefined;
  const appId = app.exec(referrer.trim())?.[1];
  if (appId !== undefined) return siteOfApp(appId.toLowerCase());
  const host = readWebAddress(referrer)?.hostname;
  if (host === undefined) return undefined;
  // A page's own host, with or without `www.`, is where the visitor already was; its subdomains are sites of their own.
  if (page && withoutWww(host) === withoutWww(page.hostname)) return undefined;
  return siteOfHost(host);
}

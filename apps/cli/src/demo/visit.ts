/** One visit to the demo's site: pages seen, left, scrolled and clicked, from the first to the last. */
import type { OutgoingEvent } from '../clients/ingest-client.ts';
import { deeds, origins, type Origin, type Page, pages, siteHost } from './cast.ts';
import type { Chance } from './random.ts';

export interface Visitor {
  visitorId: string;
  ip: string;
  userAgent: string;
  /** The origin of most of their visits. */
  origin: Origin;
}

/** An event with its time in epoch milliseconds. */
export type Moment = OutgoingEvent & { timestamp: number };

const bounceShare = 0.45;
const pagesMax = 15;
const usualOriginShare = 0.6;
const deedShare = 0.15;
const rageClickShare = 0.35;

/** The visit's events in order of time. */
export function visitEvents(chance: Chance, visitor: Visitor, startMs: number): Moment[] {
  const origin = chance.isTrue(usualOriginShare) ? visitor.origin : chance.pick(origins);
  const { visitorId, ip, userAgent } = visitor;
  const moments: Moment[] = [];
  let timestamp = Math.round(startMs);
  let cameFrom = origin.referrer;
  let query = origin.query === undefined ? '' : `?${origin.query}`;
  for (let page = chance.pick(pages), left = pageCount(chance); left > 0; left -= 1) {
    const url = `https://${siteHost}${page.path}`;
    const view = viewEvents(chance, page);
    const seconds = view.at(-1)?.after ?? 0;
    const referrer = cameFrom === undefined ? {} : { referrer: cameFrom };
    for (const { after, ...event } of view) {
      const seen = event.type === '$pageview' ? referrer : {};
      const pageUrl = event.type === '$pageview' ? url + query : url;
      moments.push({ ...event, ...seen, timestamp: timestamp + after * 1000, url: pageUrl, visitorId, ip, userAgent });
    }
    timestamp += Math.round(seconds * 1000 + chance.between(100, 900));
    cameFrom = url;
    query = '';
    page = nextPage(chance, page);
  }
  return moments;
}

function pageCount(chance: Chance): number {
  return chance.isTrue(bounceShare) ? 1 : Math.min(pagesMax, 2 + Math.floor(chance.exponential(2)));
}

function nextPage(chance: Chance, page: Page): Page {
  return chance.pick(pages.filter((other) => other !== page));
}

interface ViewEvent {
  [field: string]: unknown;
  type: string;
  /** Seconds after the page came into view; whole milliseconds. */
  after: number;
}

/** A pageview: it opens, something may happen on it, it is left. */
function viewEvents(chance: Chance, page: Page): ViewEvent[] {
  const seconds = Math.round(Math.min(1500, 2 + chance.exponential(page.seconds)) * 1000) / 1000;
  const between = () => Math.round(chance.between(0.2, 0.9) * seconds * 1000) / 1000;
  const events: ViewEvent[] = [{ type: '$pageview', after: 0, title: page.title }];
  const clicked = { props: { element: 'button.buy' } };
  if (chance.isTrue(page.deadClicks)) events.push({ type: '$dead_click', after: between(), ...clicked });
  if (chance.isTrue(page.deadClicks * rageClickShare))
    events.push({ type: '$rage_click', after: between(), ...clicked });
  if (chance.isTrue(deedShare)) {
    const { type, props } = chance.pick(deeds.filter(({ path }) => path === undefined || path === page.path));
    events.push({ type, props, after: between() });
  }
  events.sort((a, b) => a.after - b.after);
  const scrollDepth = Math.round(Math.min(100, Math.max(3, page.scroll + chance.between(-40, 40))) * 100) / 100;
  const engagedSeconds = Math.round(seconds * chance.between(0.5, 1) * 10) / 10;
  events.push({ type: '$pageleave', after: seconds, scrollDepth, engagedSeconds });
  return events;
}

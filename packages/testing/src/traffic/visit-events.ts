/** From a visit to the events that it sends, each with its expected attributes. */
import { bucketStart, dayMs, minuteMs, timestampName } from '../reference/calendar.ts';
import type { Attributes, Delivery, SentEvent } from '../reference/sent.ts';
import { addresses, agents, hosts, landings, nowhere, pages, site } from './known.ts';
import type { Step, Visit } from './visits.ts';

/** An event about to be sent; `clientTimeMs` is its time before formatting. */
export interface Arrival extends Pick<Delivery, 'event' | 'attributes' | 'key' | 'person'> {
  agent: string;
  clientTimeMs: number;
  /** Events arrive in the order of these numbers. */
  arrival: number;
}

const typesWithUrl = new Set(['$pageview', '$pageleave', '$click', '$dead_click', '$rage_click']);
/** The address of in-process requests; with a public key, no other address can be named. */
const loopback = { ip: '127.0.0.1', country: 'ZZ', city: '' };
const inSitePage = 2;
/** Returns the events of one visit; `visitIndex` distinguishes its session and IDs from those of other visits. */
export function arrivalsOfVisit(visit: Visit, visitIndex: number, eraMs: number): Arrival[] {
  const startMs = eraMs + visit.day * dayMs + visit.timeMs;
  const identity = identityOf(visit, visitIndex);
  let timeMs = startMs;
  const arrivals = visit.steps.map((step, index) => {
    timeMs += index === 0 ? 0 : step.gapMs;
    const landing = index === 0 ? visit.landing : (step.landing ?? inSitePage);
    return arrivalOf(visit, step, landing, { clientTimeMs: timeMs, ...identity }, `${visitIndex}`, index);
  });
  // A derived visitor who names a session cannot continue as the same visitor tomorrow.
  const oneDayOnly = identity.visitorId === undefined && identity.sessionId !== undefined;
  return oneDayOnly ? arrivals.filter((arrival) => sameDay(arrival.clientTimeMs, startMs)) : arrivals;
}

interface Identity {
  visitorId?: string;
  sessionId?: string;
  agent: (typeof agents)[number];
  address: (typeof addresses)[number];
}

/** A visitor either always names sessions or never does: the result of a mixture is not specified. */
function identityOf(visit: Visit, visitIndex: number): Identity {
  const { who } = visit;
  const agent = agents[who.kind === 'known' ? visit.agent : who.agent] ?? agents[0];
  const ownAddress = addresses[who.kind === 'known' ? visit.address : who.address] ?? addresses[0];
  if (!agent || !ownAddress) throw new Error('no known agents or addresses');
  const address = visit.key === 'public' ? loopback : ownAddress;
  const namesSession = who.kind === 'known' ? who.visitor < 4 : (who.agent + who.address) % 2 === 1;
  const namesSessionThen = visit.key === 'public' && who.kind === 'unknown' ? who.agent % 2 === 1 : namesSession;
  return {
    ...(who.kind === 'known' ? { visitorId: `visitor-${who.visitor}` } : {}),
    ...(namesSessionThen ? { sessionId: `session-${visitIndex}` } : {}),
    agent,
    address,
  };
}

function arrivalOf(
  visit: Visit,
  step: Step,
  landingIndex: number,
  identity: Identity & { clientTimeMs: number },
  visitName: string,
  stepIndex: number,
): Arrival {
  const { agent, address, clientTimeMs, visitorId, sessionId } = identity;
  const hasUrl = typesWithUrl.has(step.type) || step.onPage;
  const landing = (hasUrl ? landings[landingIndex] : undefined) ?? nowhere;
  const page = pages[step.page] ?? { sent: '/', path: '/' };
  const host = hosts[step.host ?? visit.host] ?? hosts[0];
  const origin = `https://${host.sent}`;
  const leave = step.type === '$pageleave';
  const event: SentEvent = {
    type: step.type,
    timestamp: written(clientTimeMs, step.timeFormat),
    ...(step.hasId ? { id: idOf(visitName, stepIndex) } : {}),
    ...(visitorId === undefined ? {} : { visitorId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(hasUrl ? { url: `${origin}${page.sent}${landing.query}` } : {}),
    ...(hasUrl && landing.referrer !== undefined ? { referrer: landing.referrer.replace(site, origin) } : {}),
    ...(step.props === undefined ? {} : { props: step.props }),
    ...(step.title === undefined ? {} : { title: step.title }),
    ...(leave && step.scrollSteps !== undefined ? { scrollDepth: step.scrollSteps * 5 } : {}),
    ...(leave && step.engagedMs !== undefined ? { engagedSeconds: step.engagedMs / 1000 } : {}),
    ...(leave && step.continued !== undefined ? { continued: step.continued } : {}),
    ...(visit.key === 'secret' ? { userAgent: agent.userAgent, ip: address.ip } : {}),
  };
  const attributes: Attributes = {
    path: hasUrl ? page.path : '',
    hostname: hasUrl ? host.hostname : '',
    source: landing.source,
    utmSource: landing.utmSource,
    utmMedium: landing.utmMedium,
    utmCampaign: landing.utmCampaign,
    utmTerm: landing.utmTerm,
    utmContent: landing.utmContent,
    channel: landing.channel,
    adPlatform: landing.adPlatform,
    browser: agent.browser,
    os: agent.os,
    device: agent.device,
    country: address.country,
    city: address.city,
  };
  const key = visit.key === 'public' ? 'public' : 'secret';
  const person = `${address.ip} ${agent.userAgent}`;
  return { event, attributes, key, person, agent: agent.userAgent, clientTimeMs, arrival: step.arrival };
}

/** Returns a time in one of the forms that a client may use. */
export function written(epochMs: number, format: number): string | number {
  if (format === 0) return epochMs;
  if (format === 1) return timestampName(epochMs);
  const offsetMs = 345 * minuteMs;
  return timestampName(epochMs + offsetMs).replace('Z', '+05:45');
}

function idOf(visitName: string, stepIndex: number): string {
  return `0195a000-0000-7000-8000-${visitName.padStart(6, '0')}${String(stepIndex).padStart(6, '0')}`;
}

/** Returns true if both times, in epoch milliseconds, are on one day. */
export function sameDay(a: number, b: number): boolean {
  return bucketStart(a, 'day') === bucketStart(b, 'day');
}

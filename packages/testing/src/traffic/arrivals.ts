/** From visits to single events in the order in which they reach the server. */
import { effectiveTime } from '../reference/facts.ts';
import { bucketStart, dayMs, minuteMs, timestampName } from '../reference/calendar.ts';
import { groupBy } from '../reference/group.ts';
import type { Attributes, Delivery, SentEvent } from '../reference/sent.ts';
import { addresses, agents, landings, nowhere, pages, site } from './known.ts';
import { type Repeat, type Scenario, type Step, type Visit } from './visits.ts';

/** An event about to be sent; `clientTimeMs` is when it happened, before its form on the wire. */
export interface Arrival extends Pick<Delivery, 'event' | 'attributes' | 'key' | 'person'> {
  agent: string;
  clientTimeMs: number;
  /** The order of arrival is the order of these. */
  arrival: number;
}

const typesWithUrl = new Set(['$pageview', '$pageleave', '$click', '$dead_click', '$rage_click']);
/** In-process requests come from here; a public key cannot name another address. */
const loopback = { ip: '127.0.0.1', country: 'ZZ', city: '' };
const inSitePage = 2;
const sessionGapMs = 30 * minuteMs;

/** All events of one workspace's visits, repeats included, in order of arrival. */
export function arrivalsOf(scenario: Scenario, workspace: number, sendingAtMs: number): Arrival[] {
  const eraMs = scenario.eraMs ?? bucketStart(sendingAtMs, 'day') - 2 * dayMs;
  const own = scenario.visits.flatMap((visit, index) =>
    (visit.workspaces >> workspace) & 1 ? arrivalsOfVisit(visit, index, eraMs) : [],
  );
  // Two of the same rank would come in the order of this list, whatever time they have.
  own.forEach((arrival, index) => (arrival.arrival += index / own.length));
  inOrderWhereItMatters(own, sendingAtMs);
  const repeats = scenario.repeats.filter((repeat) => repeat.again === 'same day');
  return [...own, ...repeats.flatMap((repeat) => repeated(own, repeat, sendingAtMs))].toSorted(
    (a, b) => a.arrival - b.arrival,
  );
}

/** What comes a day later: old events once more, and ids used again for something new. */
export function nextDayArrivals(
  sent: readonly Arrival[],
  repeats: readonly Repeat[],
  sendingAtMs: number,
  dayLaterMs: number,
): Arrival[] {
  const known = sent.filter(
    ({ event, key, clientTimeMs }) => event.id !== undefined && key === 'secret' && clientTimeMs <= sendingAtMs,
  );
  return repeats.flatMap((repeat) => {
    const original = known[repeat.pick % Math.max(known.length, 1)];
    if (!original || repeat.again === 'same day') return [];
    if (repeat.again === 'next day') return [original];
    if (original.event.sessionId === undefined || original.event.visitorId === undefined) return [];
    const clientTimeMs = dayLaterMs - minuteMs - repeat.delay;
    return [{ ...original, event: { ...original.event, timestamp: clientTimeMs }, clientTimeMs }];
  });
}

function arrivalsOfVisit(visit: Visit, visitIndex: number, eraMs: number): Arrival[] {
  const startMs = eraMs + visit.day * dayMs + visit.timeMs;
  const identity = identityOf(visit, visitIndex);
  let timeMs = startMs;
  const arrivals = visit.steps.map((step, index) => {
    timeMs += index === 0 ? 0 : step.gapMs;
    const landing = index === 0 ? visit.landing : (step.landing ?? inSitePage);
    return arrivalOf(visit, step, landing, { clientTimeMs: timeMs, ...identity }, `${visitIndex}`, index);
  });
  // A day's visitor who names a session cannot go on as the same visitor tomorrow.
  const oneDayOnly = identity.visitorId === undefined && identity.sessionId !== undefined;
  return oneDayOnly ? arrivals.filter((arrival) => sameDay(arrival.clientTimeMs, startMs)) : arrivals;
}

interface Identity {
  visitorId?: string;
  sessionId?: string;
  agent: (typeof agents)[number];
  address: (typeof addresses)[number];
}

/** A visitor either always names sessions or never does: what a mixture means is not written down. */
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
  const leave = step.type === '$pageleave';
  const event: SentEvent = {
    type: step.type,
    timestamp: written(clientTimeMs, step.timeFormat),
    ...(step.hasId ? { id: idOf(visitName, stepIndex) } : {}),
    ...(visitorId === undefined ? {} : { visitorId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(hasUrl ? { url: `${site}${page.sent}${landing.query}` } : {}),
    ...(hasUrl && landing.referrer !== undefined ? { referrer: landing.referrer } : {}),
    ...(step.title === undefined ? {} : { title: step.title }),
    ...(leave && step.scrollSteps !== undefined ? { scrollDepth: step.scrollSteps * 5 } : {}),
    ...(leave && step.engagedMs !== undefined ? { engagedSeconds: step.engagedMs / 1000 } : {}),
    ...(leave && step.continued !== undefined ? { continued: step.continued } : {}),
    ...(visit.key === 'secret' ? { userAgent: agent.userAgent, ip: address.ip } : {}),
  };
  const attributes: Attributes = {
    path: hasUrl ? page.path : '',
    source: landing.source,
    utmSource: landing.utmSource,
    utmMedium: landing.utmMedium,
    utmCampaign: landing.utmCampaign,
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

/** A time as a client may write it. */
export function written(epochMs: number, format: number): string | number {
  if (format === 0) return epochMs;
  if (format === 1) return timestampName(epochMs);
  const offsetMs = 345 * minuteMs;
  return timestampName(epochMs + offsetMs).replace('Z', '+05:45');
}

function idOf(visitName: string, stepIndex: number): string {
  return `0195a000-0000-7000-8000-${visitName.padStart(6, '0')}${String(stepIndex).padStart(6, '0')}`;
}

function repeated(arrivals: readonly Arrival[], repeat: Repeat, sendingAtMs: number): Arrival[] {
  const known = arrivals.filter(({ event }) => event.id !== undefined);
  const original = known[repeat.pick % Math.max(known.length, 1)];
  if (!original) return [];
  const copy = { ...original, arrival: original.arrival + repeat.delay };
  if (repeat.change === 'content') return [{ ...copy, event: { ...copy.event, title: 'Another title' } }];
  const fresh = effectiveOf(original, sendingAtMs) > sendingAtMs - dayMs && original.event.sessionId !== undefined;
  if (repeat.change !== 'time' || !fresh) return [copy];
  const clientTimeMs = copy.clientTimeMs - 5000;
  return [{ ...copy, clientTimeMs, event: { ...copy.event, timestamp: clientTimeMs } }];
}

/**
 * Events without a session may come in any order only as long as no order can make two sessions of what is one:
 * what stretches over more than the gap, or over midnight for a day's visitor, comes in order of time.
 */
function inOrderWhereItMatters(arrivals: readonly Arrival[], sendingAtMs: number): void {
  const unnamed = arrivals.filter(({ event }) => event.sessionId === undefined);
  for (const own of groupBy(unnamed, ({ event, person }) => event.visitorId ?? person).values()) {
    const timed = own.map((arrival) => ({ arrival, timeMs: effectiveOf(arrival, sendingAtMs) }));
    for (const stretch of stretches(timed)) {
      const firstMs = stretch[0].timeMs;
      const lastMs = (stretch.at(-1) ?? stretch[0]).timeMs;
      const isKnown = own[0].event.visitorId !== undefined;
      if (lastMs - firstMs <= sessionGapMs && (isKnown || sameDay(firstMs, lastMs))) continue;
      const places = stretch.map(({ arrival }) => arrival.arrival).toSorted((a, b) => a - b);
      stretch.forEach(({ arrival }, index) => (arrival.arrival = places[index] ?? 0));
    }
  }
}

type Timed = { arrival: Arrival; timeMs: number };

/** Events in order of time, cut where nothing happened for longer than the gap. */
function stretches(timed: readonly Timed[]): [Timed, ...Timed[]][] {
  const cut: [Timed, ...Timed[]][] = [];
  for (const next of timed.toSorted((a, b) => a.timeMs - b.timeMs || a.arrival.arrival - b.arrival.arrival)) {
    const current = cut.at(-1);
    const previous = current?.at(-1);
    if (current && previous && next.timeMs - previous.timeMs <= sessionGapMs) current.push(next);
    else cut.push([next]);
  }
  return cut;
}

function effectiveOf({ event, attributes, key, person }: Arrival, sendingAtMs: number): number {
  return effectiveTime({ event, attributes, key, person, receivedAtMs: sendingAtMs });
}

function sameDay(a: number, b: number): boolean {
  return bucketStart(a, 'day') === bucketStart(b, 'day');
}

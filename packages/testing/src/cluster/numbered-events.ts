/** Numbered events, each with the expected result of enrichment: a number always denotes the same event. */
import { randomUUID } from 'node:crypto';
import type { Delivery } from '../reference/sent.ts';
import { addresses, agents, hosts, landings, pages, site } from '../traffic/known.ts';

const eventsPerVisit = 5;
/** Few enough that distinct visitors are counted exactly everywhere. */
const visitors = 400;
/** The time between two events: no two have the same time, so that their order of arrival does not matter. */
const stepMs = 3;
/** Long enough ago that the times of a long load are not in the future. */
const backMs = 8 * 3_600_000;

const types = ['$pageview', '$rage_click', '$pageview', 'signup', '$pageleave'];

export class NumberedEvents {
  readonly #startMs = Date.now() - backMs;
  #next = 0;

  /** Returns new events. */
  take(count: number): Delivery[] {
    return Array.from({ length: count }, () => this.#event((this.#next += 1)));
  }

  #event(number: number): Delivery {
    const visit = Math.floor(number / eventsPerVisit);
    const visitor = visit % visitors;
    const type = pick(types, number);
    const page = pick(pages, visit + number);
    const address = pick(addresses, visitor);
    const agent = pick(agents, visitor);
    const { query, referrer, ...origin } = pick(landings, visit);
    const timestamp = this.#startMs + number * stepMs;
    return {
      event: {
        id: randomUUID(),
        type,
        timestamp,
        visitorId: `visitor-${visitor}`,
        sessionId: `session-${visit}`,
        url: `${site}${page.sent}${query}`,
        title: `Title ${number % 3}`,
        userAgent: agent.userAgent,
        ip: address.ip,
        ...(referrer === undefined ? {} : { referrer }),
        ...(type === '$pageleave' ? { scrollDepth: number % 100, engagedSeconds: number % 60 } : {}),
      },
      attributes: { ...origin, ...agent, ...address, path: page.path, hostname: hosts[0].hostname },
      key: 'secret',
      person: 'named',
      requestIndex: 0,
      receivedAtMs: Date.now(),
    };
  }
}

function pick<Thing>(things: readonly Thing[], number: number): Thing {
  const thing = things[number % things.length];
  if (thing === undefined) throw new Error('nothing to pick from');
  return thing;
}

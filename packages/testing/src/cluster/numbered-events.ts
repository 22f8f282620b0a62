/** Events by number, each with what enrichment must make of it: the same number is the same event, whoever asks. */
import { randomUUID } from 'node:crypto';
import type { Delivery } from '../reference/sent.ts';
import { addresses, agents, hosts, landings, pages, site } from '../traffic/known.ts';

const eventsPerVisit = 5;
/** Few enough that distinct visitors are counted exactly wherever they are counted. */
const visitors = 400;
/** Between one event and the next: no two have one time, so that the order in which they come says nothing. */
const stepMs = 3;
/** Far enough back that a long load does not run into the present. */
const backMs = 8 * 3_600_000;

const types = ['$pageview', '$rage_click', '$pageview', 'signup', '$pageleave'];

export class NumberedEvents {
  /** Epoch milliseconds of the first event. */
  readonly startMs: number;
  #next = 0;

  constructor(nowMs: number = Date.now()) {
    this.startMs = nowMs - backMs;
  }

  /** Events that nobody has been given before. */
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
    const timestamp = this.startMs + number * stepMs;
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

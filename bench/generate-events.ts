/** Lifelike events of one workspace, one by one and reproducible for the same seed: for benchmarks that publish and consume. Whole tables are filled by `traffic/traffic-sql.ts`. */
import { blankEvent, devices } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';
import { createRandom, type Random, zipf } from './random.ts';
import { anotherViewShare, browsers, channels, returningShare, systems, typesOnPage } from './traffic/traffic-sql.ts';

export interface Traffic {
  seed: number;
  workspaceId: string;
  /** The approximate number; the last session is completed. */
  events: number;
  /** Sessions start in [startMs, endMs). */
  startMs: number;
  endMs: number;
}

/** The fields of an event that its session determines. */
type Visit = Omit<
  EventRow,
  'offset' | 'id' | 'type' | 'timestamp' | 'receivedAt' | 'path' | 'title' | 'scrollDepth' | 'engagedMs'
>;

/** Draws from the distributions: 2,000 pages, 620 referrers, 60 countries, 2,300 cities. */
function createDraws(random: Random) {
  return {
    page: zipf(random, 2_000),
    source: zipf(random, 620),
    country: zipf(random, 60),
    city: zipf(random, 2_300),
    channel: zipf(random, channels.length),
    browser: zipf(random, browsers.length),
    system: zipf(random, systems.length),
    device: zipf(random, devices.length),
    campaign: zipf(random, 40),
    typeOnPage: zipf(random, typesOnPage.length),
  };
}

type Draws = ReturnType<typeof createDraws>;

const countryCode = (rank: number) => String.fromCharCode(65 + (rank % 26), 65 + Math.floor(rank / 26));

function drawVisit(random: Random, draws: Draws, workspaceId: string, visitorId: string): Visit {
  const campaign = random.chance(0.12);
  const source = draws.source();
  return {
    ...blankEvent(),
    topicId: 'generated',
    partition: 0,
    workspaceId,
    timestampSource: 'client',
    visitorId,
    sessionId: random.hex64(),
    hostname: 'www.example.com',
    source: source === 0 ? 'Direct' : `site-${source}.example`,
    utmSource: campaign ? `source-${draws.campaign() % 8}` : '',
    utmMedium: campaign ? 'cpc' : '',
    utmCampaign: campaign ? `campaign-${draws.campaign()}` : '',
    channel: channels[draws.channel()] ?? 'Unassigned',
    adPlatform: campaign && random.chance(0.5) ? 'Google Ads' : '',
    browser: browsers[draws.browser()] ?? 'Unknown',
    os: systems[draws.system()] ?? 'Unknown',
    device: devices[draws.device()] ?? 'other',
    country: countryCode(draws.country()),
    city: random.chance(0.9) ? `City ${draws.city()}` : '',
  };
}

/** Yields one session's events: pageviews, each left after a while, and occasionally an event on the page. Offsets and IDs are added later. */
function* drawSession(
  random: Random,
  draws: Draws,
  visit: Visit,
  startMs: number,
): Generator<Omit<EventRow, 'offset' | 'id'>> {
  let timestamp = startMs;
  const event = (type: string, page: number, left?: { scrollDepth: number; engagedMs: number }) => ({
    ...visit,
    type,
    timestamp,
    receivedAt: timestamp,
    path: `/page/${page}`,
    title: type === '$pageview' ? `Page ${page}` : '',
    scrollDepth: left?.scrollDepth ?? null,
    engagedMs: left?.engagedMs ?? null,
  });
  do {
    const page = draws.page();
    yield event('$pageview', page);
    timestamp += 1_000 + random.integer(120_000);
    if (random.chance(0.2)) yield event(typesOnPage[draws.typeOnPage()] ?? '$click', page);
    timestamp += random.integer(5_000);
    yield event('$pageleave', page, { scrollDepth: random.integer(10_001), engagedMs: random.integer(120_000) });
  } while (random.chance(anotherViewShare));
}

/** Yields the events in the order of their sessions' starts, offsets counted from 0. */
export function* generateEvents(traffic: Traffic): Generator<EventRow> {
  const random = createRandom(traffic.seed);
  const draws = createDraws(random);
  const visitors: string[] = [];
  const sessions = Math.ceil(traffic.events / 3.8);
  const stepMs = (traffic.endMs - traffic.startMs) / sessions;
  let offset = 0;
  for (let session = 0; offset < traffic.events; session++) {
    const returning = random.chance(returningShare) ? visitors[random.integer(visitors.length)] : undefined;
    const visitorId = returning ?? random.hex64();
    if (returning === undefined) visitors.push(visitorId);
    const visit = drawVisit(random, draws, traffic.workspaceId, visitorId);
    const startMs = Math.min(traffic.endMs - 1, Math.floor(traffic.startMs + session * stepMs));
    for (const event of drawSession(random, draws, visit, startMs)) {
      yield { ...event, id: random.uuid(), offset: offset++ };
    }
  }
}

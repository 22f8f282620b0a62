import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeEvent, encodeEvent, type EnrichedEvent } from '@footfall/schemas';
import { hash64, openState, type State } from '@footfall/state';
import type { Arrival, RequestFacts } from './arrival.ts';
import { inTurns, noon, pageview } from './arrival.fixture.ts';
import type { Geography } from '../lookups/geography.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';

const midnight = Date.UTC(2026, 2, 6);
const minute = 60_000;
const geography: Geography = { locate: (address) => ({ country: address === '8.8.8.8' ? 'US' : 'ZZ', city: '' }) };

let directory: string;
let state: State;
let pipeline: Pipeline;
let now: number;

beforeEach(async () => {
  now = noon;
  directory = await mkdtemp(join(tmpdir(), 'footfall-pipeline-'));
  await start();
});
afterEach(async () => {
  await state.close();
  await rm(directory, { recursive: true });
});

async function start(): Promise<void> {
  state = await openState({ DATA_DIR: directory }, { now: () => now });
  pipeline = createPipeline({ geography, state, now: () => now });
}

/** Returns the enriched events of arrivals. Fails the test if one is rejected. */
async function accept(...arrivals: readonly Arrival[]): Promise<EnrichedEvent[]> {
  const outcomes = await pipeline.enrich(
    arrivals.map((arrival) => ({ ...arrival, request: { ...arrival.request, receivedAt: now } })),
    inTurns,
  );
  return outcomes.map((outcome) => {
    if ('code' in outcome) throw new Error(`refused: ${outcome.code} ${outcome.message}`);
    const carried = decodeEvent(encodeEvent(outcome), 0);
    if (typeof carried === 'string') throw new Error(carried);
    return carried;
  });
}

/** Returns the session and the visitor of a page view that is sent and received at `at`. */
async function visitAt(at: number, fields: Record<string, unknown> = {}, request: Partial<RequestFacts> = {}) {
  now = at;
  const [event] = await accept(pageview(fields, request));
  return { session: event?.sessionId, visitor: event?.visitorId };
}

describe('the pipeline', () => {
  it('fills in every field of an event', async () => {
    const id = '0190f3a1-7b1c-7000-8000-00000000abcd';
    const url = 'https://www.example.com/pricing?utm_source=facebook&utm_medium=paid&utm_campaign=spring&fbclid=x';
    const fields = { id, url, title: 'Pricing', referrer: 'https://l.facebook.com/', props: { plan: 'pro' } };
    const [event] = await accept(pageview({ ...fields, visitorId: 'v1', sessionId: 's1', timestamp: noon - 1 }));
    expect(event).toEqual({
      id,
      workspaceId: 'ws_0123456789abcdef',
      type: '$pageview',
      timestamp: noon - 1,
      receivedAt: noon,
      timestampSource: 'client',
      requestIndex: 0,
      visitorId: hash64('ws_0123456789abcdef', 'visitor', 'v1'),
      sessionId: hash64('ws_0123456789abcdef', 'session', 's1'),
      derived: false,
      hostname: 'www.example.com',
      path: '/pricing',
      title: 'Pricing',
      source: 'Facebook',
      utmSource: 'facebook',
      utmMedium: 'paid',
      utmCampaign: 'spring',
      utmTerm: '',
      utmContent: '',
      channel: 'Paid Social',
      adPlatform: 'Meta Ads',
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
      country: 'US',
      city: '',
      scrollDepth: null,
      engagedMs: null,
      continued: false,
      props: { plan: 'pro' },
    });
  });

  it('returns an event or its rejection for each arrival, in order, and a bad one does not affect the others', async () => {
    const outcomes = await pipeline.enrich(
      [
        pageview({ title: 'first' }),
        pageview({ timestamp: 'soon' }),
        pageview({ ip: '1.1.1.1' }),
        pageview({ title: 'second' }),
        pageview({}, { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
        pageview({ url: 'javascript:alert(1)' }),
      ],
      inTurns,
    );
    expect(outcomes.map((outcome) => ('code' in outcome ? outcome.code : outcome.title))).toEqual([
      'first',
      'INVALID_TIMESTAMP',
      'FORBIDDEN_FIELD',
      'second',
      'BOT',
      'INVALID_EVENT',
    ]);
    expect(await pipeline.enrich([], inTurns)).toEqual([]);
  });

  it('creates a unique ID for an event without one', async () => {
    const events = await accept(pageview(), pageview());
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  it('stores no address, user agent or query string', async () => {
    const url = 'https://user:hunter2@example.com/a?token=hunter2&gclid=hunter2#hunter2';
    const [event] = await accept(pageview({ url, referrer: 'https://a:hunter2@blog.example.org/?q=hunter2' }));
    for (const secret of ['hunter2', '8.8.8.8', 'Mozilla']) expect(JSON.stringify(event)).not.toContain(secret);
  });

  it('rejects with UNAVAILABLE while the state cannot be reached, and continues afterwards', async () => {
    const folder = join(directory, 'state', 'salts');
    await rename(folder, `${folder}.away`);
    await expect(pipeline.enrich([pageview()], inTurns)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rename(`${folder}.away`, folder);
    await expect(pipeline.enrich([pageview()], inTurns)).resolves.toHaveLength(1);
  });

  it('accepts events with visitor and session IDs while the state cannot be reached', async () => {
    const folder = join(directory, 'state', 'salts');
    await rename(folder, `${folder}.away`);
    const named = pageview({ visitorId: 'v1', sessionId: 's1' });
    await expect(pipeline.enrich([named, named], inTurns)).resolves.toMatchObject([
      { type: '$pageview' },
      { type: '$pageview' },
    ]);
    await expect(pipeline.enrich([named, pageview()], inTurns)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rename(`${folder}.away`, folder);
  });
});

describe('sessions and visitors', () => {
  it('follow the 30-minute rule if the client sends no IDs', async () => {
    const first = await visitAt(noon);
    expect(await visitAt(noon + 30 * minute)).toEqual(first);
    const later = await visitAt(noon + 60 * minute + 1);
    expect(later.session).not.toBe(first.session);
    expect(later.visitor).toBe(first.visitor);
  });

  it('are separate for each event in a request in which only some have session IDs', async () => {
    const given = (sessionId: string) => pageview({ visitorId: 'v', sessionId });
    const [first, second, third] = await accept(given('a'), pageview({ visitorId: 'w' }), given('b'));
    const sessionOf = (sessionId: string) => hash64('ws_0123456789abcdef', 'session', sessionId);
    expect([first?.sessionId, third?.sessionId]).toEqual([sessionOf('a'), sessionOf('b')]);
    const [again] = await accept(pageview({ visitorId: 'w' }));
    expect(second?.sessionId).toBe(again?.sessionId);
  });

  it('are assigned in order of time, whatever the order of events in a request', async () => {
    now = noon + 60 * minute;
    const events = await accept(
      ...[0, 40, 20, 60].map((minutes) => pageview({ visitorId: 'v', timestamp: noon + minutes * minute })),
    );
    expect(new Set(events.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(events.map(({ timestamp }) => (timestamp - noon) / minute)).toEqual([0, 40, 20, 60]);
  });

  it('stay the same after a restart', async () => {
    const first = await visitAt(noon);
    await state.close();
    await start();
    expect(await visitAt(noon + minute)).toEqual(first);
  });

  it('are those that the client sends', async () => {
    const named = await visitAt(noon, { visitorId: 'v', sessionId: 's' });
    expect(await visitAt(noon + 300 * minute, { visitorId: 'v', sessionId: 's' })).toEqual(named);
    expect((await visitAt(noon, { visitorId: 'w', sessionId: 's' })).session).toBe(named.session);
    expect((await visitAt(noon, { visitorId: 'v' })).visitor).toBe(named.visitor);
  });

  it('continue after midnight while no gap is too long', async () => {
    const evening = await visitAt(midnight - 5 * minute);
    const states = [];
    for (const at of [1, 20, 45, 70, 95]) states.push(await visitAt(midnight + at * minute));
    expect(states).toEqual(Array(5).fill(evening));
    const newDay = await visitAt(midnight + 126 * minute);
    expect(newDay.session).not.toBe(evening.session);
    expect(newDay.visitor).not.toBe(evening.visitor);
    expect((await visitAt(midnight + 200 * minute)).visitor).toBe(newDay.visitor);
  });

  it('end at midnight if no session was in progress, and the visitor is then a new one', async () => {
    const evening = await visitAt(midnight - 40 * minute);
    const morning = await visitAt(midnight + minute);
    expect(morning.session).not.toBe(evening.session);
    expect(morning.visitor).not.toBe(evening.visitor);
  });

  it('stay separate after midnight', async () => {
    const here = await visitAt(midnight - minute);
    const there = await visitAt(midnight - minute, {}, { address: '8.8.4.4' });
    expect(there.session).not.toBe(here.session);
    expect(await visitAt(midnight + minute, {}, { address: '8.8.4.4' })).toEqual(there);
    expect(await visitAt(midnight + minute)).toEqual(here);
  });

  it('belong to the day of the event if it was in transit at midnight', async () => {
    const evening = await visitAt(midnight - 5 * minute);
    expect(await visitAt(midnight + 10 * minute, { timestamp: midnight - minute })).toEqual(evening);
  });

  it('belong to the next day if the clock is ahead, and stay the same once that day begins', async () => {
    const ahead = await visitAt(midnight - 2 * minute, { timestamp: midnight + minute });
    expect(await visitAt(midnight + 2 * minute)).toEqual(ahead);
  });

  it('do not identify a visitor from day to day', async () => {
    const days = [];
    for (const day of [0, 1, 2]) days.push((await visitAt(noon + day * 1440 * minute)).visitor);
    expect(new Set(days).size).toBe(3);
  });

  it('are separate for each day in an import, with sessions that continue after midnight', async () => {
    now = noon;
    const at = (timestamp: number) => pageview({ timestamp }, { keyType: 'secret' });
    const old = Date.UTC(2015, 4, 18);
    const events = await accept(
      at(old - 10 * minute),
      at(old + 10 * minute),
      at(old + 35 * minute),
      at(old + 600 * minute),
      at(old + 1440 * minute + 600 * minute),
    );
    const visitors = events.map(({ visitorId }) => visitorId);
    expect(events[1]?.sessionId).toBe(events[0]?.sessionId);
    expect(events[2]?.sessionId).toBe(events[0]?.sessionId);
    expect(visitors.slice(0, 3)).toEqual(Array(3).fill(visitors[0]));
    expect(new Set(visitors).size).toBe(3);
  });
});

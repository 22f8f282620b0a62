import { epochMsMax } from '@footfall/schemas';
import { event, type Given, openStore, sources, type Store } from './store.fixture.ts';

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
  });
  afterAll(() => store.remove());

  const day = { start: '2026-03-10', end: '2026-03-10' };
  const at = '2026-03-10T10:00:00Z';

  /** Sessions of one pageview each. */
  const visits = (...given: [visitor: string, Given][]) =>
    given.map(([visitor, fields], index) => event(at, visitor, `session ${index}`, fields));

  describe("a session's attributes", () => {
    it('are those of its first pageview, even after other events', async () => {
      await store.add('ws_first', [
        event('2026-03-10T10:00:00Z', 'alice', 'a', { type: 'job', source: 'Google' }),
        event('2026-03-10T10:00:02Z', 'alice', 'a', { source: 'Bing' }),
        event('2026-03-10T10:00:01Z', 'alice', 'a', { source: 'Yahoo' }),
      ]);
      expect(await store.query('sources', 'ws_first', day)).toMatchObject({
        referrers: [{ source: 'Yahoo', visitors: 1, sessions: 1 }],
      });
    });

    it('are those of its first pageview, even if that is after the range', async () => {
      await store.add('ws_after', [
        event('2026-03-10T23:59:00Z', 'alice', 'a', { type: 'job', source: 'Google' }),
        event('2026-03-11T00:01:00Z', 'alice', 'a', { source: 'Bing' }),
      ]);
      expect(await store.query('sources', 'ws_after', day)).toMatchObject({ referrers: [{ source: 'Bing' }] });
      expect(await store.query('sources', 'ws_after', { start: '2026-03-11', end: '2026-03-11' })).toEqual({
        referrers: [],
        utmSources: [],
      });
    });

    it('are those of its first event if it has no pageview', async () => {
      await store.add('ws_no_view', [
        event('2026-03-10T10:00:01Z', 'alice', 'a', { type: 'job', source: 'Google' }),
        event('2026-03-10T10:00:00Z', 'alice', 'a', { type: '$click', source: 'Bing' }),
      ]);
      expect(await store.query('sources', 'ws_no_view', day)).toMatchObject({ referrers: [{ source: 'Bing' }] });
    });

    it('follow the order of arrival within a millisecond: the time received, then the index in the request', async () => {
      const receivedAt = Date.parse(at) + 1_000;
      await store.add('ws_ties', [
        event(at, 'alice', 'a', { source: 'third', receivedAt: receivedAt + 1, requestIndex: 0 }),
        event(at, 'alice', 'a', { source: 'second', receivedAt, requestIndex: 65_535 }),
        event(at, 'alice', 'a', { source: 'first', receivedAt, requestIndex: 65_534, partition: 9, offset: 2 ** 40 }),
        event(at, 'bob', 'b', { source: 'no view', type: 'job', receivedAt: 0, requestIndex: 0 }),
        event(at, 'bob', 'b', { source: 'view', receivedAt: epochMsMax, requestIndex: 65_535 }),
      ]);
      expect(await store.query('sources', 'ws_ties', day)).toMatchObject({
        referrers: [{ source: 'first' }, { source: 'view' }],
      });
    });

    it('determine its visitor, so that a session counts for one', async () => {
      await store.add('ws_signed_in', [
        event('2026-03-10T10:00:00Z', 'anonymous', 'a', {}),
        event('2026-03-10T10:01:00Z', 'alice', 'a', {}),
      ]);
      expect(await store.query('channels', 'ws_signed_in', day)).toEqual({
        data: [{ channel: 'Direct', visitors: 1, sessions: 1, percentage: 100 }],
      });
      expect(await store.query('overview', 'ws_signed_in', day)).toMatchObject({ uniqueVisitors: 2, sessions: 1 });
    });
  });

  describe('sources', () => {
    it('counts referrers, and utm sources by source and medium', async () => {
      await store.add('ws_sources', [
        ...visits(
          ['alice', { source: 'Google' }],
          ['alice', { source: 'Google', utmSource: 'news', utmMedium: 'email' }],
          ['bob', { source: 'Direct', utmSource: 'news', utmMedium: 'email' }],
          ['bob', { source: 'Direct', utmSource: 'news' }],
          ['carol', { source: 'Direct', utmMedium: 'email' }],
          ['carol', { source: 'Bing' }],
          ['carol', { source: 'Ask' }],
        ),
        event('2026-03-09T10:00:00Z', 'dave', 'earlier', { source: 'Yahoo', utmSource: 'old' }),
      ]);
      expect(await store.query('sources', 'ws_sources', day)).toEqual({
        referrers: [
          { source: 'Direct', visitors: 2, sessions: 3 },
          { source: 'Ask', visitors: 1, sessions: 1 },
          { source: 'Bing', visitors: 1, sessions: 1 },
          { source: 'Google', visitors: 1, sessions: 2 },
        ],
        utmSources: [
          { source: 'news', medium: 'email', visitors: 2 },
          { source: 'news', medium: '', visitors: 1 },
        ],
      });
      expect(await store.query('sources', 'ws_sources', { ...day, limit: '1' })).toEqual({
        referrers: [{ source: 'Direct', visitors: 2, sessions: 3 }],
        utmSources: [{ source: 'news', medium: 'email', visitors: 2 }],
      });
    });
  });

  describe('campaigns', () => {
    it('counts campaigns by name, source and medium, and ad platforms separately', async () => {
      const spring = { utmCampaign: 'spring', utmSource: 'news', utmMedium: 'email' };
      await store.add(
        'ws_campaigns',
        visits(
          ['alice', spring],
          ['alice', spring],
          ['bob', spring],
          ['bob', { ...spring, utmMedium: 'print' }],
          ['bob', { ...spring, utmSource: '' }],
          ['carol', { utmCampaign: 'autumn', adPlatform: 'Google Ads' }],
          ['dave', { adPlatform: 'Google Ads' }],
          ['dave', { adPlatform: 'X Ads' }],
          ['erin', { utmSource: 'news' }],
        ),
      );
      expect(await store.query('campaigns', 'ws_campaigns', day)).toEqual({
        campaigns: [
          { name: 'spring', source: 'news', medium: 'email', visitors: 2, sessions: 3 },
          { name: 'autumn', source: '', medium: '', visitors: 1, sessions: 1 },
          { name: 'spring', source: '', medium: 'email', visitors: 1, sessions: 1 },
          { name: 'spring', source: 'news', medium: 'print', visitors: 1, sessions: 1 },
        ],
        adPlatforms: [
          { platform: 'Google Ads', visitors: 2 },
          { platform: 'X Ads', visitors: 1 },
        ],
      });
      expect(await store.query('campaigns', 'ws_campaigns', { ...day, limit: '1' })).toMatchObject({
        campaigns: { length: 1 },
        adPlatforms: { length: 1 },
      });
    });
  });

  describe('channels', () => {
    it('computes percentages of all sessions, whatever the limit', async () => {
      await store.add(
        'ws_channels',
        visits(
          ['alice', { channel: 'Referral' }],
          ['bob', { channel: 'Referral' }],
          ['carol', { channel: 'Email' }],
          ['carol', { channel: 'Email' }],
          ['carol', { channel: 'Email' }],
          ['dave', { channel: 'Direct' }],
        ),
      );
      const data = [
        { channel: 'Referral', visitors: 2, sessions: 2, percentage: 33.33 },
        { channel: 'Direct', visitors: 1, sessions: 1, percentage: 16.67 },
        { channel: 'Email', visitors: 1, sessions: 3, percentage: 50 },
      ];
      expect(await store.query('channels', 'ws_channels', day)).toEqual({ data });
      expect(await store.query('channels', 'ws_channels', { ...day, limit: '1' })).toEqual({ data: data.slice(0, 1) });
    });
  });

  describe('devices', () => {
    it('counts the visitors of each browser, device type and operating system', async () => {
      await store.add(
        'ws_devices',
        visits(
          ['alice', { browser: 'Safari', device: 'mobile', os: 'iOS' }],
          ['alice', { browser: 'Chrome', device: 'desktop', os: 'macOS' }],
          ['bob', { browser: 'Chrome', device: 'desktop', os: 'Windows' }],
          ['bob', { browser: 'Chrome', device: 'desktop', os: 'Windows' }],
          ['carol', { browser: 'Unknown', device: 'other', os: 'Unknown' }],
        ),
      );
      expect(await store.query('devices', 'ws_devices', day)).toEqual({
        browsers: [
          { browser: 'Chrome', count: 2 },
          { browser: 'Safari', count: 1 },
          { browser: 'Unknown', count: 1 },
        ],
        devices: [
          { device: 'desktop', count: 2 },
          { device: 'mobile', count: 1 },
          { device: 'other', count: 1 },
        ],
        operatingSystems: [
          { os: 'Unknown', count: 1 },
          { os: 'Windows', count: 1 },
          { os: 'iOS', count: 1 },
          { os: 'macOS', count: 1 },
        ],
      });
      expect(await store.query('devices', 'ws_devices', { ...day, limit: '1' })).toEqual({
        browsers: [{ browser: 'Chrome', count: 2 }],
        devices: [{ device: 'desktop', count: 2 }],
        operatingSystems: [{ os: 'Unknown', count: 1 }],
      });
    });
  });

  describe('geo', () => {
    it('includes unknown countries and omits unknown cities; cities of one name differ by country', async () => {
      await store.add(
        'ws_geo',
        visits(
          ['alice', { country: 'DE', city: 'Berlin' }],
          ['bob', { country: 'DE', city: 'Berlin' }],
          ['bob', { country: 'US', city: 'Berlin' }],
          ['carol', { country: 'ZZ' }],
          ['dave', { country: 'FR', city: 'Arles' }],
          ['erin', { country: 'DE' }],
        ),
      );
      expect(await store.query('geo', 'ws_geo', day)).toEqual({
        countries: [
          { country: 'DE', visitors: 3 },
          { country: 'FR', visitors: 1 },
          { country: 'US', visitors: 1 },
          { country: 'ZZ', visitors: 1 },
        ],
        cities: [
          { city: 'Berlin', country: 'DE', visitors: 2 },
          { city: 'Arles', country: 'FR', visitors: 1 },
          { city: 'Berlin', country: 'US', visitors: 1 },
        ],
      });
      expect(await store.query('geo', 'ws_geo', { ...day, limit: '2' })).toMatchObject({
        countries: { length: 2 },
        cities: { length: 2 },
      });
    });
  });
});

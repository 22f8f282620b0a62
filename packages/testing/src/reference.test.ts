/** The reference itself, on cases small enough to work out by hand. */
import { changePercent, quotient } from './reference/arithmetic.ts';
import { bucketName, bucketNames } from './reference/buckets.ts';
import { dateName, dayMs, hourMs, minuteMs, readTime, timestampName } from './reference/calendar.ts';
import { midnight } from './reference/zone.ts';
import { comparedPart, comparedRange, readRange } from './reference/range.ts';
import { isRefused } from './reference/facts.ts';
import { createReference } from './reference.ts';
import type { Attributes, Delivery, SentEvent } from './reference/sent.ts';

const noonMs = Date.UTC(2026, 2, 4, 12);
const nowMs = Date.UTC(2026, 2, 10);
const somewhere: Attributes = {
  path: '/',
  hostname: 'www.example.com',
  source: 'Direct',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  channel: 'Direct',
  adPlatform: '',
  browser: 'Chrome',
  os: 'Windows',
  device: 'desktop',
  country: 'DE',
  city: 'Berlin',
};

function delivery(
  event: Partial<SentEvent>,
  attributes: Partial<Attributes> = {},
  more: Partial<Delivery> = {},
): Delivery {
  return {
    event: { type: '$pageview', visitorId: 'a', sessionId: 's', timestamp: noonMs, ...event },
    attributes: { ...somewhere, ...attributes },
    key: 'secret',
    person: '1.2.3.4 agent',
    requestIndex: 0,
    receivedAtMs: nowMs,
    ...more,
  };
}

const wholeDay = { start: '2026-03-04', end: '2026-03-04' };

describe('arithmetic of the reference', () => {
  it('rounds to two decimals, half away from zero', () => {
    expect(quotient(1, 3)).toBe(0.33);
    expect(quotient(1, 200)).toBe(0.01);
    expect(quotient(-1, 200)).toBe(-0.01);
    expect(quotient(201, 200)).toBe(1.01);
    expect(quotient(5, 0)).toBe(0);
  });

  it('returns a change of 0 or 100 if the previous figure is 0', () => {
    expect(changePercent(0, 0)).toBe(0);
    expect(changePercent(3, 0)).toBe(100);
    expect(changePercent(2, 3)).toBe(-33.33);
    expect(changePercent(66.67, 50)).toBe(33.34);
  });
});

describe('calendar of the reference', () => {
  it('names days over leap years and before 1970', () => {
    expect(dateName(Date.UTC(2000, 1, 29))).toBe('2000-02-29');
    expect(dateName(Date.UTC(2026, 11, 31, 23, 59))).toBe('2026-12-31');
    expect(dateName(-1)).toBe('1969-12-31');
    expect(timestampName(noonMs + 7)).toBe('2026-03-04T12:00:00.007Z');
  });

  it('starts weeks on Monday', () => {
    expect(bucketName('UTC', 'week', Date.UTC(2026, 2, 8, 23))).toBe('2026-03-02');
    expect(bucketName('UTC', 'week', Date.UTC(2026, 2, 9))).toBe('2026-03-09');
    expect(bucketName('UTC', 'month', Date.UTC(2026, 2, 31, 23))).toBe('2026-03-01');
    expect(bucketName('UTC', 'hour', noonMs + minuteMs)).toBe('2026-03-04T12:00:00Z');
  });

  it('reads dates, offsets and times without an offset as UTC', () => {
    expect(readTime('2026-03-04')).toEqual({ epochMs: noonMs - 12 * hourMs, dateOnly: true, hasOffset: false });
    expect(readTime('2026-03-04T12:00:00')).toEqual({ epochMs: noonMs, dateOnly: false, hasOffset: false });
    expect(readTime('2026-03-04T17:45:00.007+05:45')).toEqual({
      epochMs: noonMs + 7,
      dateOnly: false,
      hasOffset: true,
    });
  });
});

describe('time zones of the reference', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-03-29', 24],
  ])('have days of the length that clocks show: %s %s', (zone, date, hours) => {
    const { epochMs } = readTime(date);
    const startMs = midnight(zone, date);
    const endMs = midnight(zone, dateName(epochMs + dayMs));
    expect((endMs - startMs) / hourMs).toBe(hours);
    expect([startMs, endMs - 1].map((at) => bucketName(zone, 'day', at))).toEqual([date, date]);
    expect(bucketNames(zone, 'hour', { startMs, endMs })).toHaveLength(Math.ceil(hours));
  });

  it('name hours by their local start and offset', () => {
    const hoursFrom = (zone: string, startMs: number) =>
      bucketNames(zone, 'hour', { startMs: startMs + 1, endMs: startMs + 2 * hourMs });
    expect(hoursFrom('Europe/Berlin', Date.UTC(2026, 2, 29, 0))).toEqual([
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T03:00:00+02:00',
    ]);
    expect(hoursFrom('Europe/Berlin', Date.UTC(2026, 9, 25, 0))).toEqual([
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
    ]);
    expect(hoursFrom('Asia/Kathmandu', Date.UTC(2026, 2, 29, 0, 15))).toEqual([
      '2026-03-29T06:00:00+05:45',
      '2026-03-29T07:00:00+05:45',
    ]);
    // The clock is set from 2:00 to 2:30, and half a year later from 2:00 back to 1:30.
    expect(hoursFrom('Australia/Lord_Howe', Date.UTC(2026, 9, 3, 14, 30))).toEqual([
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T02:30:00+11:00',
      '2026-10-04T03:00:00+11:00',
    ]);
    expect(hoursFrom('Australia/Lord_Howe', Date.UTC(2026, 3, 4, 14))).toEqual([
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:30:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ]);
  });

  it('read a local time in a gap as its end, and an ambiguous one as the earlier', () => {
    const rangeOf = (start: string, end: string) => readRange({ start, end, timezone: 'Europe/Berlin' }, nowMs);
    expect(rangeOf('2026-03-29T02:30:00', '2026-10-25T02:30:00')).toEqual({
      startMs: Date.UTC(2026, 2, 29, 1),
      endMs: Date.UTC(2026, 9, 25, 0, 30),
    });
    expect(rangeOf('2026-03-29', '2026-03-29')).toEqual({
      startMs: Date.UTC(2026, 2, 28, 23),
      endMs: Date.UTC(2026, 2, 29, 22),
    });
    expect(rangeOf('2026-03-29T10:00:00Z', '2026-03-29T12:00:00').endMs).toBe(Date.UTC(2026, 2, 29, 10));
  });

  it('compare whole local days with the same number of days, and other ranges with the same length', () => {
    const zone = 'Europe/Berlin';
    const day = readRange({ start: '2026-03-30', end: '2026-03-30', timezone: zone }, nowMs);
    expect(comparedRange(day, 'previous', zone)).toEqual({
      startMs: Date.UTC(2026, 2, 28, 23),
      endMs: Date.UTC(2026, 2, 29, 22),
    });
    const part = { startMs: day.startMs + 1, endMs: day.endMs };
    expect(comparedRange(part, 'previous', zone).startMs).toBe(part.startMs - (24 * hourMs - 1));
    const leap = readRange({ start: '2025-02-28', end: '2025-02-28' }, nowMs);
    expect(comparedRange(leap, 'year', 'UTC')).toEqual({
      startMs: Date.UTC(2024, 1, 28),
      endMs: Date.UTC(2024, 1, 29),
    });
    expect(comparedRange(day, 'year', zone)).toEqual({
      startMs: Date.UTC(2025, 2, 29, 23),
      endMs: Date.UTC(2025, 2, 30, 22),
    });
  });

  it('compare what has passed of a range with the same dates a year earlier, whichever year has a 29 February', () => {
    const year = readRange({ start: '2028-01-01', end: '2028-12-31' }, nowMs);
    expect(comparedPart(year, 'year', Date.UTC(2028, 5, 15, 12), 'UTC')).toEqual({
      startMs: Date.UTC(2027, 0, 1),
      endMs: Date.UTC(2027, 5, 15, 12),
    });
  });
});

describe('reference', () => {
  it('counts an ID once within a day, and an old event once ever', () => {
    const id = '0195a000-0000-7000-8000-000000000001';
    const dayLater = { receivedAtMs: nowMs + dayMs + 1 };
    const old = [delivery({ id }), delivery({ id, title: 'again' }), delivery({ id }, {}, dayLater)];
    const fresh = [
      delivery({ id, timestamp: nowMs }),
      delivery({ id, timestamp: nowMs + 5 }),
      delivery({ id, timestamp: nowMs + dayMs }, {}, dayLater),
    ];
    expect(createReference(old).facts).toHaveLength(1);
    expect(createReference(fresh).facts.map((fact) => fact.timestampMs)).toEqual([nowMs, nowMs + dayMs]);
  });

  it('corrects the clock of the client, and replaces impossible times by the time received', () => {
    const timeOf = (event: Partial<SentEvent>, more: Partial<Delivery>) =>
      createReference([delivery(event, {}, more)]).facts[0]?.timestampMs;
    expect(timeOf({ timestamp: noonMs }, { sentAtMs: nowMs + hourMs })).toBe(noonMs - hourMs);
    expect(timeOf({ timestamp: nowMs + 5 * minuteMs }, {})).toBe(nowMs + 5 * minuteMs);
    expect(timeOf({ timestamp: nowMs + 5 * minuteMs + 1 }, { key: 'public' })).toBe(nowMs);
    expect(timeOf({ timestamp: nowMs - 7 * dayMs }, { key: 'public' })).toBe(nowMs - 7 * dayMs);
    expect(timeOf({ timestamp: nowMs - 7 * dayMs - 1 }, { key: 'public' })).toBe(nowMs);
  });

  it('refuses events from the future with a secret key', () => {
    const isRefusedAt = (aheadMs: number, more: Partial<Delivery> = {}) =>
      isRefused(delivery({ timestamp: nowMs + aheadMs }, {}, more));
    expect([isRefusedAt(5 * minuteMs), isRefusedAt(5 * minuteMs + 1)]).toEqual([false, true]);
    expect(isRefusedAt(hourMs, { sentAtMs: nowMs + hourMs })).toBe(false);
    expect(isRefusedAt(hourMs, { key: 'public' })).toBe(false);
  });

  it('splits sessions after more than 30 minutes, in any order of events', () => {
    const at = (minutes: number, extraMs = 0): Delivery => {
      const { sessionId: _named, ...event } = delivery({ timestamp: noonMs + minutes * minuteMs + extraMs }).event;
      return { ...delivery({}), event };
    };
    expect(createReference([at(30), at(0), at(60)]).sessions).toHaveLength(1);
    expect(createReference([at(30, 1), at(0)]).sessions).toHaveLength(2);
  });

  it('continues a session over midnight, with the visitor of its first day', () => {
    const midnightMs = noonMs + 12 * hourMs;
    const unnamed = (timestamp: number): Delivery => ({
      ...delivery({}),
      event: { type: '$pageview', timestamp, url: 'x' },
    });
    const { facts, sessions } = createReference([
      unnamed(midnightMs - minuteMs),
      unnamed(midnightMs + minuteMs),
      unnamed(midnightMs + 2 * hourMs),
    ]);
    expect(sessions.map((session) => session.facts.length)).toEqual([2, 1]);
    expect(new Set(facts.map((fact) => fact.visitor)).size).toBe(2);
  });

  it('returns an overview with comparison and top pages', () => {
    const reference = createReference([
      delivery({ title: 'Home' }),
      delivery({ timestamp: noonMs + 10_000, title: 'Price' }, { path: '/price' }),
      delivery({ visitorId: 'b', sessionId: 't', timestamp: noonMs + 5 }),
      delivery({ visitorId: 'b', sessionId: 'u', timestamp: noonMs - dayMs }),
      delivery({ visitorId: 'b', sessionId: 'u', timestamp: noonMs - dayMs, type: 'signup' }),
    ]);
    expect(reference.result('overview', wholeDay, nowMs)).toEqual({
      pageviews: 3,
      uniqueVisitors: 2,
      sessions: 2,
      avgDuration: 5,
      bounceRate: 50,
      topPages: [
        { path: '/', title: 'Home', pageviews: 2, visitors: 2, avgTime: 0 },
        { path: '/price', title: 'Price', pageviews: 1, visitors: 1, avgTime: 0 },
      ],
      comparison: {
        pageviews: { current: 3, previous: 1, change: 200 },
        uniqueVisitors: { current: 2, previous: 1, change: 100 },
        sessions: { current: 2, previous: 1, change: 100 },
        avgDuration: { current: 5, previous: 0, change: 100 },
        bounceRate: { current: 50, previous: 0, change: 100 },
      },
      period: { start: '2026-03-04T00:00:00.000Z', end: '2026-03-05T00:00:00.000Z' },
    });
  });

  it('averages the time of page views that have ended, including continued ones', () => {
    const leave = (engagedSeconds: number, continued?: boolean) =>
      delivery({ type: '$pageleave', engagedSeconds, ...(continued === undefined ? {} : { continued }) });
    const reference = createReference([delivery({}), leave(10), leave(5, true), leave(20, false)]);
    expect(reference.result('pages', wholeDay, nowMs)).toEqual({
      data: [{ path: '/', title: '', pageviews: 1, visitors: 1, avgTime: 17.5 }],
    });
  });

  it('attributes a session to its first pageview, and counts it in the range with its start', () => {
    const reference = createReference([
      delivery({ type: 'signup' }, { source: 'Bing', channel: 'Organic Search' }),
      delivery({ timestamp: noonMs + 1 }, { source: 'Google', channel: 'Organic Search' }),
      delivery({ timestamp: noonMs + dayMs }, { source: 'Reddit', channel: 'Organic Social' }),
    ]);
    const google = { referrers: [{ source: 'Google', visitors: 1, sessions: 1 }], utmSources: [] };
    expect(reference.result('sources', wholeDay, nowMs)).toEqual(google);
    expect(reference.result('sources', { start: '2026-03-05' }, nowMs)).toEqual({ referrers: [], utmSources: [] });
    expect(reference.result('channels', wholeDay, nowMs)).toEqual({
      data: [{ channel: 'Organic Search', visitors: 1, sessions: 1, percentage: 100 }],
    });
  });

  it('fills every bucket of a time series, including the first and the last', () => {
    const reference = createReference([delivery({}), delivery({ timestamp: noonMs + hourMs })]);
    const params = { start: '2026-03-04T11:30:00Z', end: '2026-03-04T13:00:01Z', granularity: 'hour' as const };
    expect(reference.result('visitors', params, nowMs)).toEqual({
      data: [
        { date: '2026-03-04T11:00:00Z', visitors: 0, sessions: 0 },
        { date: '2026-03-04T12:00:00Z', visitors: 1, sessions: 1 },
        { date: '2026-03-04T13:00:00Z', visitors: 1, sessions: 0 },
      ],
      granularity: 'hour',
    });
  });

  it('lists pages with low scroll depth and at least five samples, and shares of sessions with dead clicks', () => {
    const leaves = [10, 20, 30, 40, 50].map((scrollDepth) => delivery({ type: '$pageleave', scrollDepth }));
    const reference = createReference([
      ...leaves,
      ...leaves.slice(1).map((leave) => ({ ...leave, attributes: { ...somewhere, path: '/few' } })),
      delivery({ type: '$dead_click', sessionId: 'other', visitorId: 'b' }),
    ]);
    expect(reference.result('ux-insights', { days: '30' }, nowMs)).toEqual({
      totals: { dead_clicks: 1, rage_clicks: 0, dead_click_rate: 50, rage_click_rate: 0, total_sessions: 2 },
      dead_clicks_by_page: [{ doc_path: '/', dead_clicks: 1, affected_sessions: 1 }],
      rage_clicks_by_page: [],
      low_scroll_pages: [{ doc_path: '/', avg_scroll_depth: 30, samples: 5 }],
    });
  });

  it('counts each active visitor once, on the page of the latest of two simultaneous events', () => {
    const timestamp = nowMs - minuteMs;
    const reference = createReference([
      delivery({ timestamp }, { path: '/a' }),
      delivery({ timestamp }, { path: '/b', device: 'tablet', country: 'FR' }),
      delivery({ timestamp: nowMs - 5 * minuteMs - 1, visitorId: 'gone' }),
    ]);
    expect(reference.result('realtime', {}, nowMs)).toEqual({
      activeVisitors: 1,
      activePages: [{ path: '/b', visitors: 1 }],
      countries: ['FR'],
      devices: { desktop: 0, mobile: 1 },
    });
  });
});

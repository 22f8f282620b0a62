/** Kinds of damage to rollups, each with the report that `verify` must return. For tests only. */
import { event } from '../queries/endpoints/store.fixture.ts';
import type { Violation } from './invariants.ts';
import type { Difference } from './verify.ts';

const visit = (day: string, visitor: string, session: string) => [
  event(`${day}T10:00:00.000Z`, visitor, session, { path: '/', title: 'Home', source: 'Google' }),
  event(`${day}T10:05:00.000Z`, visitor, session, { path: '/pricing', title: 'Pricing' }),
  event(`${day}T10:06:00.000Z`, visitor, session, { type: '$dead_click', path: '/pricing' }),
  event(`${day}T11:01:00.000Z`, visitor, session, {
    type: '$pageleave',
    path: '/pricing',
    engagedMs: 9_000,
    scrollDepth: 5_000,
  }),
  event(`${day}T11:02:00.000Z`, visitor, session, { type: 'signup', path: '/pricing' }),
];

/** The events of each small workspace. */
export const oneVisit = visit('2026-03-10', 'Ann', 'a1');
/** The events of each large workspace. */
export const visits = [
  ...oneVisit,
  ...visit('2026-03-12', 'Ann', 'a2'),
  ...visit('2026-03-12', 'Bob', 'b1'),
  event('2026-03-20T23:59:59.999Z', 'Bob', 'b2', { path: '/', utmSource: 'mail', utmCampaign: 'spring' }),
  event('2026-03-21T00:00:01.000Z', 'Bob', 'b2', { type: '$rage_click', path: '/' }),
];

const day = (date: string) => ({
  start: `${date}T00:00:00.000Z`,
  end: new Date(Date.parse(date) + 86_400_000).toISOString(),
});

const breakdown = (row: string) =>
  `INSERT INTO breakdown (workspace_id, dimension, value, grain, time, last_seen, count, uniques) VALUES ('ws_damaged', ${row})`;

const fromAnotherCountry = (workspaceId: string) =>
  `INSERT INTO visits SELECT * REPLACE (of AS country, if(of = 'FR', 1, -1) AS sign)
    FROM (SELECT * FROM visits FINAL WHERE workspace_id = '${workspaceId}' AND day = '2026-03-10') ARRAY JOIN ['DE', 'FR'] AS of`;

/** Damage to tables from which results are read, in `ws_damaged` unless the report names another workspace. */
export const damages: { what: string; harm: string; said: Partial<Difference> }[] = [
  {
    what: 'an event counted twice on its day',
    harm: breakdown("'type', 'signup', 'day', '2026-03-10 00:00:00', 0, 1, 0"),
    said: { ...day('2026-03-10'), dimension: 'type', value: 'signup', figure: 'count', rollups: '2', events: '1' },
  },
  {
    what: 'an event counted twice in its hour',
    harm: breakdown("'path', '/pricing', 'hour', '2026-03-12 10:00:00', 0, 1, 0"),
    said: { dimension: 'path', value: '/pricing', figure: 'count', rollups: '3', events: '2' },
  },
  {
    what: 'events on a day without any',
    harm: breakdown("'country', 'FR', 'day', '2031-01-01 00:00:00', 0, 4, 1"),
    said: { start: null, end: null, dimension: 'country', value: 'FR', figure: 'count', rollups: '4', events: '' },
  },
  {
    what: 'an extra first visit',
    harm: breakdown("'dead', '/pricing', 'day', '2026-03-12 00:00:00', 0, 0, 1"),
    said: { ...day('2026-03-12'), dimension: 'dead', value: '/pricing', figure: 'uniques', rollups: '3', events: '2' },
  },
  {
    what: 'a returning visitor who is missing in the hour of the return',
    harm: breakdown("'all', '', 'hour', '2026-03-12 10:00:00', '2026-03-10 11:00:00', 0, -1"),
    said: { dimension: 'all', figure: 'uniques', rollups: '1', events: '2' },
  },
  {
    what: 'a page with too small a scroll depth',
    harm: breakdown("'scroll', '/pricing', 'day', '2026-03-10 00:00:00', 0, -1, 0"),
    said: { ...day('2026-03-10'), dimension: 'scroll', value: '/pricing', rollups: '4999', events: '5000' },
  },
  {
    what: 'an extra pageview in an hour',
    harm: breakdown("'pageview', '', 'hour', '2026-03-12 10:00:00', 0, 1, 0"),
    said: {
      dimension: 'pageview by hour',
      value: '2026-03-12 10:00:00',
      figure: 'count',
      rollups: '5',
      events: '4',
    },
  },
  {
    what: 'a session wrongly counted as a bounce',
    harm: breakdown("'bounce', '', 'day', '2026-03-20 00:00:00', 0, 1, 0"),
    said: { dimension: 'bounce by day', value: '2026-03-20 00:00:00', figure: 'count', rollups: '2', events: '1' },
  },
  {
    what: 'extra time on a page',
    harm: breakdown("'time', '/pricing', 'day', '2026-03-10 00:00:00', 0, 1, 0"),
    said: {
      ...day('2026-03-10'),
      dimension: 'path',
      value: '/pricing',
      figure: 'engagedMs',
      rollups: '9001',
      events: '9000',
    },
  },
  {
    what: 'a title that the page did not have',
    harm: `INSERT INTO titles
      SELECT workspace_id, path, hour, (latest.1 + 1, 'Gone') FROM titles
      WHERE workspace_id = 'ws_damaged' AND path = '/' AND hour = '2026-03-12 10:00:00'`,
    said: { ...day('2026-03-12'), dimension: 'title', value: '/', figure: 'title', rollups: 'Gone', events: 'Home' },
  },
  {
    what: 'a session from another country',
    harm: fromAnotherCountry('ws_damaged'),
    said: { ...day('2026-03-10'), dimension: 'visits', value: '2026-03-10', figure: 'hash' },
  },
  {
    what: 'a session from another country in a small workspace',
    harm: fromAnotherCountry('ws_begun'),
    said: {
      workspaceId: 'ws_begun',
      start: null,
      end: null,
      dimension: 'visits',
      value: '2026-03-10',
      figure: 'hash',
    },
  },
  {
    what: 'duplicate sessions',
    harm: "INSERT INTO visits SELECT * FROM visits FINAL WHERE workspace_id = 'ws_damaged' AND day = '2026-03-12'",
    said: {
      ...day('2026-03-12'),
      dimension: 'visits',
      value: '2026-03-12',
      figure: 'sessions',
      rollups: '4',
      events: '2',
    },
  },
];

/** Leaves a table without the last batch. */
export const interrupted =
  "INSERT INTO activity (workspace_id, subject_id, hour, kind, times, kept_until) VALUES ('', 0, 0, '', -1, '2100-01-01')";

/** Stores an event of a workspace twice. */
export const twiceIn = (workspaceId: string) =>
  `INSERT INTO events SELECT * FROM events WHERE workspace_id = '${workspaceId}' AND type = 'signup' LIMIT 1`;

const lost = (workspaceId: string, condition: string) =>
  `INSERT INTO activity SELECT * REPLACE (-times AS times) FROM activity WHERE workspace_id = '${workspaceId}' AND ${condition}`;

/** Damage that is visible in no result or in few. Damage to the worker's state has a separate workspace for each case. */
export const hidden: { name: string; harm: string; said: Omit<Violation, 'isOfEvents' | 'name'> }[] = [
  {
    name: 'ws_event',
    harm: lost('ws_event', "attributes = ['signup']"),
    said: { what: 'events in kept activity', found: 4, expected: 5 },
  },
  {
    name: 'ws_begun',
    harm: lost('ws_begun', "kind = 'session'"),
    said: { what: 'sessions in kept activity', found: 0, expected: 1 },
  },
  {
    name: 'ws_session',
    harm: "ALTER TABLE sessions DELETE WHERE workspace_id = 'ws_session' SETTINGS mutations_sync = 2",
    said: { what: 'pageviews of kept sessions', found: 0, expected: 2 },
  },
  {
    name: 'ws_pageview',
    harm: `INSERT INTO sessions SELECT * REPLACE (batch + 1 AS batch, pageviews + 1 AS pageviews)
      FROM sessions FINAL WHERE workspace_id = 'ws_pageview'`,
    said: { what: 'pageviews of sessions', found: 3, expected: 2 },
  },
  ...[
    { name: 'ws_more_events', kind: 'event', in: 'events in activity' },
    { name: 'ws_more_sessions', kind: 'session', in: 'sessions in activity' },
  ].map(({ name, kind, in: where }) => ({
    name,
    harm: `INSERT INTO activity (workspace_id, subject_id, hour, kind, times, kept_until)
      VALUES ('${name}', 1, '2026-03-10 10:00:00', '${kind}', 1, '2100-01-01')`,
    said: { what: where, found: 1, expected: 0 },
  })),
  {
    name: 'ws_ghost',
    harm: `INSERT INTO sessions (workspace_id, session_id, batch, kept_until) VALUES ('ws_ghost', 1, 1, '2100-01-01')`,
    said: { what: 'sessions', found: 1, expected: 0 },
  },
  {
    name: 'ws_damaged type 2026-03-12',
    harm: breakdown("'type', 'signup', 'reverse', '2026-03-10 11:00:00', '2026-03-12 00:00:00', 0, -1"),
    said: { what: 'reverse pairs in the breakdown', found: 3, expected: 4 },
  },
  {
    name: 'ws_nobody',
    harm: `INSERT INTO breakdown (workspace_id, dimension, grain, time, count, uniques)
      VALUES ('ws_nobody', 'all', 'day', '2026-03-10 00:00:00', 4, 1)`,
    said: { what: 'events in the breakdown', found: 4, expected: 0 },
  },
  ...[
    { of: 'session', what: 'sessions in visits', found: 1 },
    { of: 'duration', what: 'durations in visits', found: 90_000 },
    { of: 'bounce', what: 'bounces in visits', found: 1 },
  ].map(({ of, what, found }) => ({
    name: `ws_no_${of} 2026-03-10`,
    harm: `INSERT INTO visits (workspace_id, day, session_id, started_at, ended_at, pageviews, events, sign)
      VALUES ('ws_no_${of}', '2026-03-10', 1, '2026-03-10 10:00:00', '2026-03-10 10:01:30', 1, 1, 1)`,
    said: { what, found, expected: 0 },
  })),
];

/** Ways in which rollups can be wrong, each with what `verify` must say of it. For tests only. */
import { createHash } from 'node:crypto';
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

/** Of each small workspace. */
export const oneVisit = visit('2026-03-10', 'Ann', 'a1');
/** Of each large one. */
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

const counted = (values: string) =>
  `INSERT INTO counters (workspace_id, dimension, value, grain, time, previous, occurrences, subjects) VALUES ('ws_damaged', ${values})`;
const traffic = (hour: string, figure: string) =>
  `INSERT INTO traffic_by_hour (workspace_id, hour, ${figure}) VALUES ('ws_damaged', '${hour}', 1)`;

/** Damage to what answers are read from, all of it in one workspace. */
export const damages: { what: string; harm: string; said: Partial<Difference> }[] = [
  {
    what: 'an event counted twice on its day',
    harm: counted("'type', 'signup', 'day', '2026-03-10 00:00:00', 0, 1, 0"),
    said: { ...day('2026-03-10'), dimension: 'type', value: 'signup', figure: 'count', rollups: '2', events: '1' },
  },
  {
    what: 'an event counted twice in its hour',
    harm: counted("'path', '/pricing', 'hour', '2026-03-12 10:00:00', 0, 1, 0"),
    said: { dimension: 'path', value: '/pricing', figure: 'count', rollups: '3', events: '2' },
  },
  {
    what: 'events on a day without any',
    harm: counted("'country', 'FR', 'day', '2031-01-01 00:00:00', 0, 4, 1"),
    said: { start: null, end: null, dimension: 'country', value: 'FR', figure: 'count', rollups: '4', events: '' },
  },
  {
    what: 'a first visit too many',
    harm: counted("'dead', '/pricing', 'day', '2026-03-12 00:00:00', 0, 0, 1"),
    said: { ...day('2026-03-12'), dimension: 'dead', value: '/pricing', figure: 'uniques', rollups: '3', events: '2' },
  },
  {
    what: 'a returning visitor who is lost in the hour of the return',
    harm: counted("'all', '', 'hour', '2026-03-12 10:00:00', '2026-03-10 11:00:00', 0, -1"),
    said: { dimension: 'all', figure: 'uniques', rollups: '1', events: '2' },
  },
  {
    what: 'a returning visitor who is lost between parts of days and whole days',
    harm: counted("'type', 'signup', 'return', '2026-03-10 11:00:00', '2026-03-12 00:00:00', 0, -1"),
    said: { dimension: 'type', value: 'signup', figure: 'uniques', rollups: '1', events: '2' },
  },
  {
    what: 'a page that was read less far',
    harm: counted("'scroll', '/pricing', 'day', '2026-03-10 00:00:00', 0, -1, 0"),
    said: { ...day('2026-03-10'), dimension: 'scroll', value: '/pricing', rollups: '4999', events: '5000' },
  },
  {
    what: 'a visitor too many in an hour',
    harm: traffic('2026-03-12 10:00:00', 'visitors'),
    said: { dimension: 'traffic by hour', value: '2026-03-12 10:00:00', figure: 'visitors', rollups: '3', events: '2' },
  },
  {
    what: 'a bounce that was none',
    harm: traffic('2026-03-20 23:00:00', 'bounces'),
    said: { dimension: 'traffic by day', value: '2026-03-20 00:00:00', figure: 'bounces', rollups: '2', events: '1' },
  },
  {
    what: 'time on a page that nobody spent',
    harm: `INSERT INTO pages_by_hour (workspace_id, path, hour, engaged_ms) VALUES ('ws_damaged', '/pricing', '2026-03-10 11:00:00', 1)`,
    said: {
      ...day('2026-03-10'),
      dimension: 'page',
      value: '/pricing',
      figure: 'engagedMs',
      rollups: '9001',
      events: '9000',
    },
  },
  {
    what: 'a title that the page did not have',
    harm: `INSERT INTO pages_by_hour (workspace_id, path, hour, latest)
      SELECT workspace_id, path, hour, (latest.1 + 1, 'Gone') FROM pages_by_hour WHERE workspace_id = 'ws_damaged' AND path = '/' AND hour = '2026-03-12 10:00:00'`,
    said: { ...day('2026-03-12'), dimension: 'page', value: '/', figure: 'title', rollups: 'Gone', events: 'Home' },
  },
];

/** A rollup that the last run has not reached, and what brings it there. */
export const interrupted = {
  harm: "INSERT INTO pages_by_hour (workspace_id, engaged_views) VALUES ('', -1)",
  mend: "INSERT INTO pages_by_hour (workspace_id, engaged_views) VALUES ('', 1)",
};

/** An event that is stored twice. */
export const twice =
  "INSERT INTO events SELECT * FROM events WHERE workspace_id = 'ws_whole' AND type = 'signup' LIMIT 1";

const session = BigInt(`0x${createHash('sha256').update('a1').digest('hex').slice(0, 16)}`);
const stored = (workspaceId: string, changes: string) =>
  `INSERT INTO sessions SELECT * REPLACE (run + 1 AS run, ${changes}) FROM sessions FINAL
    WHERE workspace_id = '${workspaceId}' AND session_id = ${session}`;

/** Damage that no answer shows yet, each in a workspace of its own. */
export const hidden: { what: string; workspaceId: string; harm: string; said: Omit<Violation, 'isOfEvents'> }[] = [
  {
    what: 'activity that is lost',
    workspaceId: 'ws_activity',
    harm: `INSERT INTO activity SELECT * REPLACE (-n AS n) FROM activity WHERE workspace_id = 'ws_activity' AND what = ['event', 'signup']`,
    said: { what: 'events in activity', name: 'ws_activity', found: 4, expected: 5 },
  },
  {
    what: 'a session that is lost',
    workspaceId: 'ws_session',
    harm: stored('ws_session', '0 AS events'),
    said: { what: 'sessions', name: 'ws_session', found: 0, expected: 1 },
  },
  {
    what: 'an event that is lost in its session',
    workspaceId: 'ws_event',
    harm: stored('ws_event', 'events - 1 AS events'),
    said: { what: 'events in sessions', name: 'ws_event', found: 4, expected: 5 },
  },
  {
    what: 'a pageview too many in a session',
    workspaceId: 'ws_pageview',
    harm: stored('ws_pageview', 'pageviews + 1 AS pageviews'),
    said: { what: 'pageviews in sessions', name: 'ws_pageview', found: 3, expected: 2 },
  },
  {
    what: 'counts of a workspace without events',
    workspaceId: 'ws_nobody',
    harm: `INSERT INTO counters (workspace_id, dimension, grain, time, occurrences, subjects) VALUES ('ws_nobody', 'all', 'day', '2026-03-10 00:00:00', 4, 1)`,
    said: { what: 'events in counters', name: 'ws_nobody', found: 4, expected: 0 },
  },
];

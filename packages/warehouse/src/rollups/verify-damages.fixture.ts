/** Ways in which rollups can be wrong, each with what is to be said of it. For tests only. */
import { createHash } from 'node:crypto';
import { event } from '../queries/endpoints/store.fixture.ts';
import type { Difference } from './verify.ts';

const hash64 = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

export const visit = (day: string, visitor: string, session: string) => [
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

/** What is told of every workspace that is verified. */
export const happenings = [
  ...visit('2026-03-10', 'Ann', 'a1'),
  ...visit('2026-03-12', 'Ann', 'a2'),
  ...visit('2026-03-12', 'Bob', 'b1'),
  event('2026-03-20T23:59:59.999Z', 'Bob', 'b2', { path: '/', utmSource: 'mail', utmCampaign: 'spring' }),
  event('2026-03-21T00:00:01.000Z', 'Bob', 'b2', { type: '$rage_click', path: '/' }),
];

export const subject = (name: string) => BigInt(`0x${hash64(name)}`).toString();

/** Wrong rows of each table: how they come about, how they go again, and what is said of them. */
export const damages: {
  what: string;
  harm: string;
  mend: string;
  said: Pick<Difference, 'table'> & Partial<Difference>;
}[] = [
  {
    what: 'a session with a pageview too many',
    harm: `INSERT INTO sessions SELECT * REPLACE (run + 1 AS run, pageviews + 1 AS pageviews)
      FROM sessions FINAL WHERE workspace_id = 'ws_one' AND session_id = ${subject('a2')}`,
    mend: `INSERT INTO sessions SELECT * REPLACE (run + 1 AS run, pageviews - 1 AS pageviews)
      FROM sessions FINAL WHERE workspace_id = 'ws_one' AND session_id = ${subject('a2')}`,
    said: {
      table: 'sessions',
      key: { subject: subject('a2') },
      rollup: expect.objectContaining({ pageviews: '3', source: 'Google' }),
      events: expect.objectContaining({ pageviews: '2', source: 'Google' }),
    },
  },
  {
    what: 'a session that is lost',
    harm: `INSERT INTO sessions SELECT * REPLACE (run + 1 AS run, 0 AS events)
      FROM sessions FINAL WHERE workspace_id = 'ws_one' AND session_id = ${subject('b1')}`,
    mend: `INSERT INTO sessions SELECT * REPLACE (run + 1 AS run, 5 AS events)
      FROM sessions FINAL WHERE workspace_id = 'ws_one' AND session_id = ${subject('b1')}`,
    said: {
      table: 'sessions',
      key: { subject: subject('b1') },
      rollup: null,
      events: expect.objectContaining({ events: '5' }),
    },
  },
  {
    what: 'a session that never was',
    harm: "INSERT INTO sessions (workspace_id, session_id, run, events) VALUES ('ws_one', 7, 1, 3)",
    mend: "INSERT INTO sessions (workspace_id, session_id, run, events) VALUES ('ws_one', 7, 2, 0)",
    said: { table: 'sessions', key: { subject: '7' }, events: null },
  },
  {
    what: 'activity that is lost',
    ...added(
      'activity',
      'subject_id, hour, what, n',
      `${subject('Ann')}, '2026-03-12 10:00:00', ['event', '$pageview', '/'], -1`,
    ),
    said: {
      table: 'activity',
      key: { dimension: 'event', value: "['$pageview','/']", subject: subject('Ann'), at: '2026-03-12 10:00:00' },
      rollup: null,
      events: { n: '1' },
    },
  },
  {
    what: 'a visitor too many',
    ...added('traffic_by_hour', 'hour, visitors', "'2026-03-12 10:00:00', 1"),
    said: {
      table: 'traffic_by_hour',
      key: { at: '2026-03-12 10:00:00' },
      rollup: expect.objectContaining({ visitors: '3', sessions: '2' }),
      events: expect.objectContaining({ visitors: '2', sessions: '2' }),
    },
  },
  {
    what: 'a bounce that was none',
    ...added('traffic_by_hour', 'hour, bounces', "'2026-03-12 10:00:00', 1"),
    said: { table: 'traffic_by_hour', key: { at: '2026-03-12 10:00:00' } },
  },
  {
    what: 'a pageview that is lost',
    ...added('traffic_by_hour', 'hour, pageviews', "'2026-03-12 10:00:00', -1"),
    said: {
      table: 'traffic_by_hour',
      key: { at: '2026-03-12 10:00:00' },
      rollup: expect.objectContaining({ pageviews: '3' }),
      events: expect.objectContaining({ pageviews: '4' }),
    },
  },
  {
    what: 'an event counted twice in its hour',
    ...counted('occurrences', "'type', 'signup', 'hour', '2026-03-10 11:00:00', 0, 1"),
    said: {
      table: 'counters',
      key: { dimension: 'type', value: 'signup', grain: 'hour', at: '2026-03-10 11:00:00', previous: 'never' },
      rollup: { occurrences: '2', subjects: '1' },
      events: { occurrences: '1', subjects: '1' },
    },
  },
  {
    what: 'a count of a day on which nothing was',
    ...counted('occurrences', "'country', 'FR', 'day', '2031-01-01 00:00:00', 0, 4"),
    said: {
      table: 'counters',
      key: { dimension: 'country', value: 'FR', grain: 'day', at: '2031-01-01 00:00:00', previous: 'never' },
      rollup: { occurrences: '4', subjects: '0' },
      events: null,
    },
  },
  {
    what: 'an occurrence at a return, where none is counted',
    ...counted('occurrences', "'all', '', 'return', '2026-03-10 11:00:00', '2026-03-12 00:00:00', 1"),
    said: {
      table: 'counters',
      key: { dimension: 'all', grain: 'return', at: '2026-03-10 11:00:00', previous: '2026-03-12 00:00:00' },
      rollup: { occurrences: '1', subjects: '1' },
      events: { occurrences: '0', subjects: '1' },
    },
  },
  {
    what: 'a return that is lost',
    ...counted('subjects', "'all', '', 'hour', '2026-03-12 10:00:00', '2026-03-10 11:00:00', -1"),
    said: {
      table: 'counters',
      key: { dimension: 'all', grain: 'hour', at: '2026-03-12 10:00:00', previous: '2026-03-10 11:00:00' },
      rollup: null,
      events: { occurrences: '0', subjects: '1' },
    },
  },
  {
    what: 'a return after another time than it was',
    ...counted('subjects', "'path', '/', 'return', '2026-03-10 09:00:00', '2026-03-12 00:00:00', 1"),
    said: {
      table: 'counters',
      key: {
        dimension: 'path',
        value: '/',
        grain: 'return',
        at: '2026-03-10 09:00:00',
        previous: '2026-03-12 00:00:00',
      },
      events: null,
    },
  },
  {
    what: 'a return of a day that is lost where it came from',
    ...counted('subjects', "'type', 'signup', 'return', '2026-03-10 11:00:00', '2026-03-12 00:00:00', -1"),
    said: {
      table: 'counters',
      key: {
        dimension: 'type',
        value: 'signup',
        grain: 'return',
        at: '2026-03-10 11:00:00',
        previous: '2026-03-12 00:00:00',
      },
      rollup: null,
      events: { occurrences: '0', subjects: '1' },
    },
  },
  {
    what: 'a return of a day at another hour than its last',
    ...counted('subjects', "'all', '', 'day', '2026-03-12 00:00:00', '2026-03-10 11:00:00', 1"),
    said: {
      table: 'counters',
      key: { dimension: 'all', grain: 'day', at: '2026-03-12 00:00:00', previous: '2026-03-10 11:00:00' },
      events: null,
    },
  },
  {
    what: 'a first visit too many',
    ...counted('subjects', "'dead', '/pricing', 'day', '2026-03-12 00:00:00', 0, 1"),
    said: {
      table: 'counters',
      key: { dimension: 'dead', value: '/pricing', grain: 'day', at: '2026-03-12 00:00:00', previous: 'never' },
      rollup: { occurrences: '2', subjects: '3' },
      events: { occurrences: '2', subjects: '2' },
    },
  },
  {
    what: 'a page read less far',
    ...counted('occurrences', "'scroll', '/pricing', 'day', '2026-03-10 00:00:00', 0, -1"),
    said: {
      table: 'counters',
      key: { dimension: 'scroll', value: '/pricing', grain: 'day', at: '2026-03-10 00:00:00', previous: 'never' },
      rollup: { occurrences: '4999', subjects: '1' },
      events: { occurrences: '5000', subjects: '1' },
    },
  },
  {
    what: 'a scrolled page view that is lost',
    ...counted('subjects', "'scroll', '/pricing', 'hour', '2026-03-10 11:00:00', 0, -1"),
    said: {
      table: 'counters',
      key: { dimension: 'scroll', value: '/pricing', grain: 'hour', at: '2026-03-10 11:00:00', previous: 'never' },
      rollup: { occurrences: '5000', subjects: '0' },
      events: { occurrences: '5000', subjects: '1' },
    },
  },
  {
    what: 'time on a page too much',
    ...added('pages_by_hour', 'path, hour, engaged_ms', "'/pricing', '2026-03-10 11:00:00', 1"),
    said: {
      table: 'pages_by_hour',
      key: { value: '/pricing', at: '2026-03-10 11:00:00' },
      rollup: expect.objectContaining({ engaged_ms: '9001' }),
      events: expect.objectContaining({ engaged_ms: '9000' }),
    },
  },
  {
    what: 'a title that no page had',
    harm: "INSERT INTO pages_by_hour (workspace_id, path, hour, latest) VALUES ('ws_one', '/gone', '2026-03-10 11:00:00', (1, 'Gone'))",
    mend: "ALTER TABLE pages_by_hour DELETE WHERE path = '/gone' SETTINGS mutations_sync = 2",
    said: {
      table: 'pages_by_hour',
      key: { value: '/gone', at: '2026-03-10 11:00:00' },
      rollup: expect.objectContaining({ title: 'Gone' }),
      events: null,
    },
  },
];

/** A row added to a table whose rows add up, and what takes it off again. */
export function added(table: string, columns: string, values: string): { harm: string; mend: string } {
  const insert = (row: string) => `INSERT INTO ${table} (workspace_id, ${columns}) VALUES ('ws_one', ${row})`;
  const figure = /(-?)(\d+)$/.exec(values);
  if (!figure) throw new Error('The figure comes last');
  const opposite = `${figure[1] === '-' ? '' : '-'}${figure[2]}`;
  return { harm: insert(values), mend: insert(values.slice(0, figure.index) + opposite) };
}

/** The same of `counters`. */
export function counted(figure: 'occurrences' | 'subjects', values: string): { harm: string; mend: string } {
  return added('counters', `dimension, value, grain, time, previous, ${figure}`, values);
}

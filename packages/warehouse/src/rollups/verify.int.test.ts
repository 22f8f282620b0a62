/** Verifying: silent about rollups that are right, and naming table and key for each way in which they can be wrong. */
import { AppError } from '@footfall/errors';
import { createHash } from 'node:crypto';
import { drivers } from '../harnesses.fixture.ts';
import type { Statement } from '../port.ts';
import { event, openStore, type Store } from '../queries/store.fixture.ts';
import { rollUp } from './roll-up.fixture.ts';
import { findGroups, findSlices } from './verify-slices.ts';
import { type Difference, verify, type VerifyOptions, type VerifyReport } from './verify.ts';

const damageMsMax = 120_000;

const hash64 = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

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

const happenings = [
  ...visit('2026-03-10', 'Ann', 'a1'),
  ...visit('2026-03-12', 'Ann', 'a2'),
  ...visit('2026-03-12', 'Bob', 'b1'),
  event('2026-03-20T23:59:59.999Z', 'Bob', 'b2', { path: '/', utmSource: 'mail', utmCampaign: 'spring' }),
  event('2026-03-21T00:00:01.000Z', 'Bob', 'b2', { type: '$rage_click', path: '/' }),
];

const subject = (name: string) => BigInt(`0x${hash64(name)}`).toString();

/** Wrong rows of each table: how they come about, how they go again, and what is said of them. */
const damages: { what: string; harm: string; mend: string; said: Pick<Difference, 'table'> & Partial<Difference> }[] = [
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
      'subject_id, dimension, value, hour, n',
      `${subject('Ann')}, 'path', '/', '2026-03-12 10:00:00', -1`,
    ),
    said: {
      table: 'activity',
      key: { dimension: 'path', value: '/', subject: subject('Ann'), at: '2026-03-12 10:00:00' },
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
    ...counted('occurrences', "'scroll_depth', '/pricing', 'day', '2026-03-10 00:00:00', 0, -1"),
    said: {
      table: 'counters',
      key: {
        dimension: 'scroll_depth',
        value: '/pricing',
        grain: 'day',
        at: '2026-03-10 00:00:00',
        previous: 'never',
      },
      rollup: { occurrences: '4999', subjects: '0' },
      events: { occurrences: '5000', subjects: '0' },
    },
  },
  {
    what: 'a scrolled page view that is lost',
    ...counted('occurrences', "'scroll_views', '/pricing', 'hour', '2026-03-10 11:00:00', 0, -1"),
    said: {
      table: 'counters',
      key: {
        dimension: 'scroll_views',
        value: '/pricing',
        grain: 'hour',
        at: '2026-03-10 11:00:00',
        previous: 'never',
      },
      rollup: null,
      events: { occurrences: '1', subjects: '0' },
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
function added(table: string, columns: string, values: string): { harm: string; mend: string } {
  const insert = (row: string) => `INSERT INTO ${table} (workspace_id, ${columns}) VALUES ('ws_one', ${row})`;
  const figure = /(-?)(\d+)$/.exec(values);
  if (!figure) throw new Error('The figure comes last');
  const opposite = `${figure[1] === '-' ? '' : '-'}${figure[2]}`;
  return { harm: insert(values), mend: insert(values.slice(0, figure.index) + opposite) };
}

/** The same of `counters`. */
function counted(figure: 'occurrences' | 'subjects', values: string): { harm: string; mend: string } {
  return added('counters', `dimension, value, grain, time, previous, ${figure}`, values);
}

describe.each(drivers())('verifying the rollups on the $driver driver', ({ createHarness }) => {
  let store: Store;

  beforeAll(async () => {
    store = await openStore(createHarness);
    await store.tell('ws_one', happenings);
    await store.tell('ws_two', happenings.slice(0, 7));
  });
  afterAll(() => store.remove());

  const command = (sql: string) => store.warehouse.command({ sql });
  /** Without waiting for a worker that never comes. */
  const look = async (options: Partial<VerifyOptions> = {}): Promise<VerifyReport> => {
    const report = await verify({ warehouse: store.warehouse, pause: () => Promise.resolve(), ...options });
    if (!report) throw new Error('The rollups have never run');
    return report;
  };

  it('has nothing to say before the worker has run', async () => {
    expect(await verify({ warehouse: store.warehouse })).toBeUndefined();
  });

  it('finds nothing in rollups that are right, and has looked at every table', async () => {
    await rollUp(store.warehouse);
    const report = await look();
    expect(report).toMatchObject({ isExact: true, workspaces: 2, events: 24, differences: [], staleMarkers: [] });
    expect(report.tables.filter((table) => table.days === 0)).toEqual([]);
  });

  it('finds nothing when events have come since the last run', async () => {
    await store.tell('ws_one', visit('2026-03-25', 'Ann', 'a3'));
    expect(await look()).toMatchObject({ isExact: true, differences: [] });
    await rollUp(store.warehouse);
    expect(await look()).toMatchObject({ isExact: true, differences: [] });
  });

  it.each(damages)(
    'names table and key of $what',
    async ({ harm, mend, said }) => {
      await command(harm);
      const report = await look({ workspaceId: 'ws_one' });
      await command(mend);
      expect(report.isExact).toBe(false);
      // Nothing else: what follows from the damaged table is compared with what the events say.
      expect(report.differences).toEqual([expect.objectContaining({ workspaceId: 'ws_one', ...said })]);
      expect(report.tables.filter(({ differingDays }) => differingDays > 0)).toMatchObject([
        { table: said.table, differingDays: 1, differingKeys: 1 },
      ]);
      expect(await look()).toMatchObject({ isExact: true });
    },
    // Whatever follows from lost activity is looked at key by key.
    damageMsMax,
  );

  it('finds nothing once all of that is mended', async () => {
    expect(await look()).toMatchObject({ isExact: true, differences: [] });
  });

  it('looks at the days and the workspace that it is asked about, and no others', async () => {
    const { harm, mend } = counted('occurrences', "'all', '', 'day', '2026-03-12 00:00:00', 0, 1");
    await command(harm);
    const [from, day, after] = ['2026-03-11', '2026-03-12', '2026-03-13'].map((text) => Date.parse(text));
    const exact = await Promise.all([
      look({ fromMs: from, toMs: day }),
      look({ fromMs: after }),
      look({ workspaceId: 'ws_two' }),
      look({ fromMs: day, toMs: after, workspaceId: 'ws_one' }),
    ]);
    await command(mend);
    expect(exact.map(({ isExact }) => isExact)).toEqual([true, true, true, false]);
  });

  it('cuts a large workspace into slices that leave nothing out', async () => {
    const [group] = await findGroups(store.warehouse, 'ws_one');
    if (!group) throw new Error('There is no workspace');
    const range = { from: 0, to: 4_294_967_295 };
    const slices = await findSlices(store.warehouse, group, range, 6);
    expect(slices.length).toBeGreaterThan(4);
    expect(slices.map(({ from }) => from)).toEqual([range.from, ...slices.slice(0, -1).map(({ to }) => to)]);
    expect(slices.at(-1)?.to).toBe(range.to);
  });

  it('reads in halves what is over a limit', async () => {
    const { harm, mend } = added('traffic_by_hour', 'hour, visitors', "'2026-03-12 10:00:00', 1");
    await command(harm);
    let refused = 0;
    const narrow: VerifyOptions['warehouse'] = {
      read: <Row>(statement: Statement) => {
        const { from, to, low, high } = statement.params ?? {};
        const isWide = Number(to) - Number(from) > 8 * 86_400 && !('low' in (statement.params ?? {}));
        const hasMany = Number(high) - Number(low) > 2 ** 63;
        if (!isWide && !hasMany) return store.warehouse.read<Row>(statement);
        refused += 1;
        return Promise.reject(new AppError('UNAVAILABLE', 'The query took too long'));
      },
    };
    const march = { fromMs: Date.parse('2026-03-01'), toMs: Date.parse('2026-04-01'), workspaceId: 'ws_one' };
    const [whole, inHalves] = [await look(march), await look({ ...march, warehouse: narrow })];
    await command(mend);
    expect(refused).toBeGreaterThan(10);
    expect(inHalves).toEqual(whole);
    expect(whole.differences).toMatchObject([{ table: 'traffic_by_hour', key: { at: '2026-03-12 10:00:00' } }]);
  });

  it('takes a removed event for counted until a run has taken it off', async () => {
    const removed = `workspace_id = 'ws_one' AND session_id = ${subject('b2')} AND type = '$rage_click'`;
    await command(`INSERT INTO removed_events SELECT * FROM events WHERE ${removed}`);
    expect(await look()).toMatchObject({ isExact: true, differences: [] });
    await command(`ALTER TABLE events DELETE WHERE ${removed} SETTINGS mutations_sync = 2`);
    expect(await look()).toMatchObject({ isExact: true, differences: [] });
    await rollUp(store.warehouse);
    expect(await look()).toMatchObject({ isExact: true, differences: [] });
  });

  it('tells which table a run has not reached', async () => {
    await command("INSERT INTO pages_by_hour (workspace_id, engaged_views) VALUES ('', -1)");
    const report = await look({ workspaceId: 'ws_two' });
    await command("INSERT INTO pages_by_hour (workspace_id, engaged_views) VALUES ('', 1)");
    expect(report).toMatchObject({
      isExact: false,
      staleMarkers: [{ table: 'pages_by_hour', view: 'pages_by_hour_view', arrived: report.run - 1, runs: report.run }],
      differences: [],
    });
  });

  it('takes nothing that the worker changes meanwhile for a difference', async () => {
    const { harm, mend } = counted('occurrences', "'all', '', 'day', '2026-03-12 00:00:00', 0, 1");
    await command(harm);
    let runs = 1;
    const moving: VerifyOptions['warehouse'] = {
      read: async <Row>(statement: Statement) => {
        const rows = await store.warehouse.read<Row>(statement);
        const isRun = statement.sql.includes('FROM rollup_runs');
        return isRun ? rows.map((row) => ({ ...row, run: (runs += 1) })) : rows;
      },
    };
    const report = await look({ warehouse: moving, workspaceId: 'ws_one' });
    await command(mend);
    expect(report.differences).toEqual([]);
    expect(report.tables.filter(({ unsettledDays }) => unsettledDays > 0)).toMatchObject([
      { table: 'counters', unsettledDays: 1, differingDays: 0 },
    ]);
    expect(report.isExact).toBe(false);
  });
});

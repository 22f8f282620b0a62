/** Verifying: silent about rollups that are right, and naming table and key for each way in which they can be wrong. */
import { AppError } from '@footfall/errors';
import { drivers } from '../driver/harnesses.fixture.ts';
import type { Statement } from '../driver/port.ts';
import { openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { rollUp } from './roll-up.fixture.ts';
import { added, counted, damages, happenings, subject, visit } from './verify-damages.fixture.ts';
import { findGroups, findSlices } from './verify-slices.ts';
import { verify, type VerifyOptions, type VerifyReport } from './verify.ts';

const damageMsMax = 120_000;

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

/** `verify` reports nothing if rollups are correct, and range, dimension and value for each way in which they can be wrong. */
import { AppError } from '@footfall/errors';
import { dayMs } from '@footfall/schemas';
import type { Statement } from '../driver/port.ts';
import { event, openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { requestRebuild } from '../rollups/rebuild.ts';
import { rollUp, storedEnds } from '../rollups/rollup.fixture.ts';
import { readRollupsState } from '../rollups/state.ts';
import { targets } from '../rollups/targets.ts';
import { RollupWorker } from '../rollups/worker.ts';
import { eventsTable } from '../schema/events-table.ts';
import { damages, hidden, interrupted, oneVisit, twiceIn, visits } from './damages.fixture.ts';
import { verify, type VerifyOptions, type VerifyReport } from './verify.ts';

// No worker runs, so there is nothing to wait for between tries.
jest.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

/** A limit between the number of events of small workspaces and of `ws_damaged`. */
const eventsReadMax = 10;
/** A seed whose random ranges reveal each damage. */
const seed = 15;

async function look({ warehouse }: Store, options: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  const report = await verify({ warehouse, seed, eventsReadMax, ...options });
  if (!report) throw new Error('There are no rollups');
  return report;
}

/** Opens a store with the rollups of six workspaces, and with events that arrived after the last batch. */
async function openSixWorkspaces(): Promise<Store> {
  const store = await openStore();
  await store.add('ws_damaged', visits);
  for (const workspaceId of ['ws_whole', 'ws_event', 'ws_begun', 'ws_session', 'ws_pageview']) {
    await store.add(workspaceId, oneVisit);
  }
  await rollUp(store.warehouse);
  for (const workspaceId of ['ws_damaged', 'ws_whole']) await store.add(workspaceId, oneVisit);
  const next = event('2026-03-10T12:00:00Z', 'Cleo', 'c1')('ws_damaged', visits.length);
  await store.warehouse.insert(eventsTable, [{ ...next, topicId: 'test-0' }]);
  return store;
}

it('compares nothing if there are no rollups', async () => {
  const store = await openStore();
  expect(await verify({ warehouse: store.warehouse, eventsReadMax: 0 })).toMatchObject({
    isExact: true,
    batch: 0,
    at: null,
    events: 0,
  });
  await store.remove();
});

describe('verifying the rollups of six workspaces', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openSixWorkspaces();
  });
  afterAll(() => store.remove());

  it('compares days, parts of days, random ranges and history, and finds nothing in correct rollups', async () => {
    const progress: [number, number][] = [];
    const report = await look(store, { onProgress: (done, total) => progress.push([done, total]) });
    expect(report).toMatchObject({ isExact: true, workspaces: 6, events: 42, differences: [], violations: [] });
    expect(report.compared.map(({ kind, compared }) => [kind, compared])).toEqual([
      ['days', 4],
      ['parts of days', 5],
      ['random ranges', 4],
      ['history', 6],
      ['invariants', 13],
    ]);
    expect(progress).toEqual(Array.from({ length: 19 }, (_, index) => [index + 1, 19]));
  });

  describe('after damage', () => {
    let report: VerifyReport;
    beforeAll(async () => {
      for (const { harm } of [...damages, ...hidden]) await store.warehouse.command({ sql: harm });
      report = await look(store);
    });

    it.each(damages)('names range, dimension, value and both figures of $what', ({ said }) => {
      expect(report.differences).toContainEqual(expect.objectContaining({ workspaceId: 'ws_damaged', ...said }));
    });

    it.each(hidden)('counts $said.what if no result differs', ({ name, said }) => {
      expect(report.violations).toContainEqual({ ...said, name, isOfEvents: false });
    });

    it('reports nothing about a correct workspace', () => {
      expect(report.isExact).toBe(false);
      expect(JSON.stringify([report.differences, report.violations])).not.toContain('ws_whole');
    });

    it('refuses rollups if the last batch is missing in some tables', async () => {
      await store.warehouse.command({ sql: interrupted });
      await expect(look(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
});

describe('rollups that are being computed', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore();
    await store.add('ws_large', visits);
  });
  afterAll(() => store.remove());

  const state = () => readRollupsState(store.warehouse, Date.now);

  it('are not compared until they contain all events, which the state says as well', async () => {
    const ends = await storedEnds(store.warehouse);
    const worker = new RollupWorker(store.warehouse, Date.now, 10);
    await worker.advance(ends, true);
    await expect(look(store)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('computed'),
    });
    expect(await state()).toMatchObject({ isComplete: false, eventsRolledUp: 10 });
    while ((await worker.advance(ends, true)) !== undefined);
    expect(await look(store, { eventsReadMax: visits.length })).toMatchObject({ isExact: true, events: visits.length });

    // Before the worker has emptied the rollups, and afterwards.
    await requestRebuild(store.warehouse, Date.now);
    await expect(look(store, { workspaceId: 'ws_large' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await state()).toMatchObject({ eventsRolledUp: 0, lagEvents: visits.length });
    for (const { table } of targets) await store.warehouse.command({ sql: `TRUNCATE TABLE ${table}` });
    await expect(look(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('refuses a workspace that does not exist, even if there are no rollups', async () => {
  const store = await openStore();
  await expect(look(store, { workspaceId: 'ws_nope' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await store.add('ws_small', oneVisit);
  expect(await look(store, { workspaceId: 'ws_small' })).toMatchObject({ isExact: true, batch: 0 });
  await store.remove();
});

it('leaves out deleted workspaces, whose rows the engine removes from one table after another', async () => {
  const store = await openStore();
  for (const workspaceId of ['ws_kept', 'ws_gone']) await store.add(workspaceId, oneVisit);
  await rollUp(store.warehouse);
  for (const sql of [
    "INSERT INTO workspace_deletions (workspace_id) VALUES ('ws_gone')",
    "ALTER TABLE breakdown DELETE WHERE workspace_id = 'ws_gone' SETTINGS mutations_sync = 2",
  ]) {
    await store.warehouse.command({ sql });
  }
  expect(await look(store)).toMatchObject({ isExact: true, workspaces: 1, differences: [], violations: [] });
  await expect(look(store, { workspaceId: 'ws_gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await store.remove();
});

it('reports nothing when the state of derived visitors has expired', async () => {
  const store = await openStore();
  await store.add('ws_derived', [event('2026-03-10T10:00:00Z', 'a', 'a1', { derived: true })]);
  await rollUp(store.warehouse, { now: () => Date.parse('2026-03-10') });
  for (const table of ['activity', 'sessions']) await store.warehouse.command({ sql: `OPTIMIZE TABLE ${table} FINAL` });
  const [left] = await store.warehouse.read<{ rows: number }>({
    sql: "SELECT count() AS rows FROM activity WHERE workspace_id = 'ws_derived'",
  });
  expect(left).toEqual({ rows: 0 });
  expect(await look(store)).toMatchObject({ isExact: true, violations: [] });
  await store.remove();
});

describe('verifying the rollups of one workspace', () => {
  let store: Store;
  const damage = damages.find(({ what }) => what === 'an event counted twice on its day');
  /** Returns the options for all events of a workspace as one range. */
  const historyOf = (workspaceId: string) => ({ workspaceId, eventsReadMax: 1_000 });
  const history = historyOf('ws_damaged');

  beforeAll(async () => {
    store = await openStore();
    for (const workspaceId of ['ws_damaged', 'ws_moving', 'ws_twice']) await store.add(workspaceId, visits);
    await rollUp(store.warehouse);
    await store.warehouse.command({ sql: damage?.harm ?? '' });
    await store.warehouse.command({ sql: twiceIn('ws_twice') });
  });
  afterAll(() => store.remove());

  it.each([
    ['tries again if a batch arrives meanwhile', 1, { isExact: true }, 0],
    ['reports comparisons that failed because batches kept arriving', 10, { isExact: false, differences: [] }, 1],
  ])('%s', async (_, batches, outcome, unsettled) => {
    let left = batches;
    const moving: VerifyOptions['warehouse'] = {
      read: async <Row>(statement: Statement) => {
        if (statement.sql.includes('ofRollups') && left > 0) {
          left -= 1;
          await store.add('ws_moving', oneVisit);
          await rollUp(store.warehouse);
        }
        return store.warehouse.read<Row>(statement);
      },
    };
    const report = await look(store, { ...historyOf('ws_moving'), warehouse: moving });
    expect(report).toMatchObject(outcome);
    expect(report.compared).toContainEqual({ kind: 'history', compared: 1, differing: 0, unsettled });
    expect(left).toBe(0);
  });

  it('compares only the requested days, and no invariants, which cover all of history', async () => {
    const noInvariants = { kind: 'invariants', compared: 0 };
    const [from, to] = [Date.parse('2026-03-10'), Date.parse('2026-03-11')];
    const exact = [
      await look(store, { ...history, fromMs: from, toMs: to }),
      await look(store, { ...history, toMs: from }),
      await look(store, { ...history, fromMs: to }),
    ];
    expect(exact.map(({ isExact }) => isExact)).toEqual([false, true, true]);
    for (const { compared } of exact) expect(compared).toContainEqual(expect.objectContaining(noInvariants));
    expect(exact[0]?.differences).toEqual([expect.objectContaining(damage?.said)]);
  });

  it('splits queries that exceed a limit of reads in two', async () => {
    const refused = { dimensions: 0, days: 0 };
    const narrow: VerifyOptions['warehouse'] = {
      read: <Row>(statement: Statement) => {
        const { sql } = statement;
        const times = [...sql.matchAll(/'([\d-]{10}) ([\d:.]{12})'/g)].map(([, day, time]) =>
          Date.parse(`${day}T${time}Z`),
        );
        const isLong = Math.max(...times) - Math.min(...times) > dayMs;
        const [, dimensions = ''] = /FROM breakdown\s[^(]*dimension IN \(([^)]*)\)/.exec(sql) ?? [];
        const has = (...names: string[]) => names.every((name) => dimensions.includes(`'${name}'`));
        const isTooMuch = { dimensions: has('channel', 'dead'), days: isLong && has('type') };
        if (!isTooMuch.dimensions && !isTooMuch.days) return store.warehouse.read<Row>(statement);
        if (isTooMuch.dimensions) refused.dimensions += 1;
        else refused.days += 1;
        return Promise.reject(new AppError('UNAVAILABLE', 'The query took too long'));
      },
    };
    const twoDays = { fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-12') };
    const report = await look(store, { ...history, ...twoDays, warehouse: narrow });
    expect(report.differences).toEqual([expect.objectContaining(damage?.said)]);
    expect(refused).toEqual({ dimensions: 1, days: 4 });
  });

  it('distinguishes duplicates from wrong rollups', async () => {
    expect((await look(store, historyOf('ws_twice'))).violations).toContainEqual(
      expect.objectContaining({ what: 'rows and offsets of events', isOfEvents: true }),
    );
  });
});

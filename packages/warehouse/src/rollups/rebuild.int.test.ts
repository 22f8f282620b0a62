/** A rebuild makes the rollups what counting by hand gives, whatever happens meanwhile, and wherever it was stopped. */
import { AppError } from '@footfall/errors';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { drivers } from '../driver/harnesses.fixture.ts';
import { createKeyStore } from '../keys/key-store.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { purgeDeletedWorkspaces } from './purge.ts';
import { eventsTable, type EventRow } from '../schema/tables/events.ts';
import type { Harness } from '../driver/warehouse.contract.ts';
import { expectedRollups } from './expected.fixture.ts';
import { type LogEnd, readLastRun } from './marks.ts';
import { readLatestRebuild, requestRebuild } from './rebuild-requests.ts';
import { isRebuiltWhole } from './rebuild-tables.ts';
import { type RebuildPoint, Rebuilds } from './rebuild.ts';
import { readRollupsState } from './state.ts';
import { differences, storedRollups } from './stored.fixture.ts';
import { liveTables, rollupTargets } from './tables.ts';
import { RollupWorker } from './worker.ts';

const startMs = Date.UTC(2026, 2, 10);
const hourMs = 3_600_000;
/** How often the process is killed at each point. */
const killsAt: Record<RebuildPoint, number> = {
  made: 1,
  staged: 2,
  decided: 2,
  applied: 1,
  'decided to exchange': 1,
  exchanging: 7,
  exchanged: 1,
  dropped: 1,
};
jest.setTimeout(120_000);

describe.each(drivers())('a rebuild on the $driver driver', ({ createHarness }) => {
  let harness: Harness;
  let warehouse: Warehouse;
  /** What `events` holds, and should. */
  let rows: EventRow[];
  let nextOffset = 0;
  let now = startMs;

  beforeAll(async () => {
    harness = await createHarness();
    warehouse = await harness.open();
    await migrate(warehouse, Date.now);
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });
  beforeEach(async () => {
    for (const { name } of await warehouse.read<{ name: string }>({
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'migrations'`,
    })) {
      await warehouse.command({ sql: `TRUNCATE TABLE ${name}` });
    }
    rows = [];
    nextOffset = 0;
    await store(40);
    await live().catchUp();
    await requireExact();
  });

  function eventOf(offset: number, workspaceId: string): EventRow {
    const visitor = (offset * 7) % 5;
    return {
      ...enrichedEvent({
        workspaceId,
        id: `00000000-0000-4000-8000-${offset.toString(16).padStart(12, '0')}`,
        timestamp: startMs + ((offset * 13) % 50) * hourMs + offset * 1_000,
        receivedAt: startMs,
        visitorId: String(visitor + 1).padStart(16, '0'),
        sessionId: String(((offset * 3) % 11) + 1).padStart(16, '0'),
        type: ['$pageview', '$pageleave', '$dead_click', '$rage_click', 'signup'][offset % 5] ?? '',
        path: ['/', '/a'][offset % 2] ?? '',
        engagedMs: offset % 5 === 1 ? 1_000 : null,
        scrollDepth: offset % 5 === 1 ? 5_000 : null,
      }),
      incarnation: 'life',
      partition: offset % 2,
      offset: Math.floor(offset / 2),
    };
  }

  async function store(count: number, workspaceId = 'ws_a'): Promise<EventRow[]> {
    const fresh = Array.from({ length: count }, (_, index) => eventOf(nextOffset + index, workspaceId));
    nextOffset += count;
    await warehouse.insert(eventsTable, fresh);
    rows = [...rows, ...fresh];
    return fresh;
  }

  /** As the consumer takes out a copy. */
  async function remove(row: EventRow): Promise<void> {
    const where = `incarnation = 'life' AND partition = ${row.partition} AND offset = ${row.offset}`;
    await warehouse.command({ sql: `INSERT INTO removed_events SELECT * FROM events WHERE ${where}` });
    await warehouse.command({ sql: `DELETE FROM events WHERE ${where} SETTINGS lightweight_deletes_sync = 2` });
    rows = rows.filter((one) => one !== row);
  }

  /** A second copy of a stored event, in the other partition, that nobody has found yet. */
  async function copy(row: EventRow): Promise<EventRow> {
    const [fresh] = await store(1);
    if (!fresh) throw new Error('Nothing stored');
    rows = rows.filter((one) => one !== fresh);
    const place = { partition: fresh.partition, offset: fresh.offset };
    const where = `incarnation = 'life' AND partition = ${place.partition} AND offset = ${place.offset}`;
    await warehouse.command({ sql: `DELETE FROM events WHERE ${where} SETTINGS lightweight_deletes_sync = 2` });
    const second = { ...row, ...place };
    await warehouse.insert(eventsTable, [second]);
    rows = [...rows, second];
    return second;
  }

  const ends = (): Promise<LogEnd[]> =>
    warehouse.read<LogEnd>({
      sql: 'SELECT incarnation, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
    });

  /** What the consumer does, one process of it. */
  function live(fault: (point: RebuildPoint) => void = () => {}) {
    const rebuilds = new Rebuilds(warehouse, { now: () => now, offsetsMax: 9, fault });
    let worker = new RollupWorker(warehouse, { now: () => now });
    const run = async () => {
      if (await rebuilds.finishExchange()) worker = new RollupWorker(warehouse, { now: () => now });
      return worker.run(await ends());
    };
    const step = async () => {
      const taken = await rebuilds.step(await ends());
      if (taken === 'exchanged') worker = new RollupWorker(warehouse, { now: () => now });
      return taken;
    };
    const catchUp = async () => {
      while ((await run()) !== undefined);
    };
    return { run, step, catchUp };
  }

  async function rebuildAll(): Promise<void> {
    const process = live();
    do await process.catchUp();
    while ((await process.step()) !== 'none');
  }

  async function requireExact(): Promise<void> {
    expect(differences(await storedRollups(warehouse), expectedRollups(rows))).toEqual([]);
  }

  async function damage(): Promise<void> {
    await warehouse.command({ sql: "ALTER TABLE counters DELETE WHERE grain = 'day' SETTINGS mutations_sync = 2" });
    await warehouse.command({
      sql: "INSERT INTO counters (workspace_id, dimension, grain, occurrences) VALUES ('ws_a', 'all', 'hour', 5)",
    });
    expect(differences(await storedRollups(warehouse), expectedRollups(rows))).not.toEqual([]);
  }

  const rebuiltLeft = () =>
    warehouse.read({
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'rebuilt\\_%'`,
    });

  it('mends whatever differs, leaves nothing behind, and says that it is done', async () => {
    await damage();
    const { rebuildId } = await requestRebuild(warehouse, () => now);
    now += 1_000;
    await rebuildAll();
    await requireExact();
    expect(await readLatestRebuild(warehouse)).toEqual({
      rebuildId,
      state: 'done',
      requestedAt: new Date(now - 1_000).toISOString(),
      done: expect.any(Number),
      total: expect.any(Number),
      finishedAt: new Date(now).toISOString(),
      error: null,
    });
    expect(await rebuiltLeft()).toEqual([]);
    await store(15);
    await live().catchUp();
    await requireExact();
  });

  it('goes on as before: the new tables have what the migrations gave the old ones', async () => {
    const definitions = () =>
      warehouse.read({
        sql: `SELECT name, engine_full, as_select FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
      });
    const before = await definitions();
    await requestRebuild(warehouse, () => now);
    await rebuildAll();
    expect(await definitions()).toEqual(before);
  });

  it('is one however often it is asked for, until it is finished', async () => {
    const first = await requestRebuild(warehouse, () => now);
    expect(await requestRebuild(warehouse, () => now)).toEqual(first);
    await rebuildAll();
    expect((await requestRebuild(warehouse, () => now)).rebuildId).not.toBe(first.rebuildId);
    await rebuildAll();
    expect(await live().step()).toBe('exchanged');
  });

  it('goes on beside live runs, new events and removals, which both sets take off once', async () => {
    await damage();
    const doomed = [];
    for (const row of rows.slice(0, 12)) doomed.push(await copy(row));
    const process = live();
    await process.catchUp();
    // Removed before the rebuild begins: it never counts them.
    await remove(doomed[0] ?? never());
    await process.catchUp();
    await remove(doomed[1] ?? never());
    await requestRebuild(warehouse, () => now);
    let steps = 0;
    for (let step = await process.step(); step !== 'none'; step = await process.step()) {
      const next = doomed[2 + steps];
      // Before and after the live runs, so that either set may see it first.
      if (next && steps % 2 === 0) await remove(next);
      if (steps < 8) await store(3);
      if (steps % 3 !== 2) await process.catchUp();
      if (next && steps % 2 === 1) await remove(next);
      steps += 1;
    }
    expect(steps).toBeGreaterThan(5);
    await process.catchUp();
    await requireExact();
    for (const row of doomed.slice(2 + steps)) await remove(row);
    await process.catchUp();
    await requireExact();
  });

  it('has a removal that the live set took off last taken off from the new one, too, and the other way round', async () => {
    const [one, other] = [await copy(rows[0] ?? never()), await copy(rows[1] ?? never())];
    const process = live();
    await process.catchUp();
    await requestRebuild(warehouse, () => now);
    await process.step();
    for (let steps = 0; steps < 20; steps += 1) {
      if (steps === 1) await remove(one);
      if (steps === 2) await process.catchUp();
      // Nothing runs live between here and the exchange: only the new set takes it off before that.
      if (steps === 3) await remove(other);
      if ((await process.step()) === 'exchanged') break;
    }
    await requireExact();
    await process.catchUp();
    await requireExact();
    expect(await warehouse.read({ sql: 'SELECT 1 FROM removed_events' })).toEqual([]);
  });

  it('killed anywhere, again and again, leaves the old or the new set whole, and goes on', async () => {
    const doomed = await copy(rows[3] ?? never());
    await live().catchUp();
    await requestRebuild(warehouse, () => now);
    const kills = new Map<RebuildPoint, number>();
    let isDone = false;
    while (!isDone) {
      let exchanged = 0;
      const process = live((point) => {
        const times = kills.get(point) ?? 0;
        if (point === 'exchanging') exchanged += 1;
        // Each process exchanges a table more than the one before.
        if (times >= killsAt[point] || (point === 'exchanging' && exchanged === 1 && times > 0)) return;
        kills.set(point, times + 1);
        throw stop;
      });
      try {
        do {
          await process.catchUp();
          await requireExact();
        } while ((await process.step()) !== 'none');
        isDone = true;
      } catch (error) {
        if (error !== stop) throw error;
        if (rows.includes(doomed) && kills.get('decided') === 1) await remove(doomed);
        await store(1);
      }
    }
    expect(Object.fromEntries(kills)).toEqual(killsAt);
    expect(await readLatestRebuild(warehouse)).toMatchObject({ state: 'done' });
    expect(await rebuiltLeft()).toEqual([]);
  });

  it('begins anew when the second set is not whole', async () => {
    await damage();
    await requestRebuild(warehouse, () => now);
    const process = live();
    while ((await process.step()) !== 'stepped');
    expect(await isRebuiltWhole(warehouse)).toBe(true);
    await warehouse.command({ sql: 'ALTER TABLE rebuilt_activity ADD COLUMN more String' });
    expect(await isRebuiltWhole(warehouse)).toBe(false);
    await rebuildAll();
    await requireExact();
  });

  it('fails with its reason when no retry can mend it, and leaves the live set as it is', async () => {
    await requestRebuild(warehouse, () => now);
    let isBroken = true;
    const process = live((at) => {
      if (at === 'decided' && isBroken) throw new AppError('INTERNAL_ERROR', 'Broken', { cause: new Error('by hand') });
    });
    while ((await readLatestRebuild(warehouse))?.state !== 'failed') await process.step();
    expect(await readLatestRebuild(warehouse)).toMatchObject({ error: 'Broken: by hand' });
    expect(await rebuiltLeft()).toEqual([]);
    await requireExact();
    isBroken = false;
    now += 1_000;
    await requestRebuild(warehouse, () => now);
    await rebuildAll();
    expect(await readLatestRebuild(warehouse)).toMatchObject({ state: 'done', error: null });
  });

  it('keeps out a process that still believes to roll up', async () => {
    const zombie = new RollupWorker(warehouse, { now: () => now });
    await store(5);
    await zombie.run(await ends());
    await requestRebuild(warehouse, () => now);
    await store(5);
    await rebuildAll();
    await store(5);
    await expect(zombie.run(await ends())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await live().catchUp();
    await requireExact();
  });

  it('reads logs that only the live set knows by now', async () => {
    await requestRebuild(warehouse, () => now);
    const rebuilds = new Rebuilds(warehouse, { now: () => now });
    await rebuilds.finishExchange();
    while ((await rebuilds.step([])) !== 'exchanged');
    await requireExact();
    expect(await rebuiltLeft()).toEqual([]);
  });

  it('leaves nothing of a workspace that was deleted meanwhile, whatever was still on its way', async () => {
    const keyStore = createKeyStore(warehouse, () => now);
    const { workspaceId } = await keyStore.createWorkspace({ name: 'Gone' });
    const gone = await store(20, workspaceId);
    const process = live();
    await process.catchUp();
    await requestRebuild(warehouse, () => now);
    await process.step();
    await process.step();
    await keyStore.deleteWorkspace(workspaceId);
    rows = rows.filter((row) => row.workspaceId !== workspaceId);
    while ((await process.step()) !== 'exchanged');
    expect(await tablesWith(workspaceId)).toEqual([]);
    await requireExact();
    // Late events of it are rolled up as all others are.
    gone.push(...(await store(4, workspaceId)));
    await process.catchUp();
    rows = rows.filter((row) => row.workspaceId !== workspaceId);
    expect(await tablesWith(workspaceId)).not.toEqual([]);
    await purgeDeletedWorkspaces(warehouse);
    expect(await tablesWith(workspaceId)).toEqual([]);
    await requireExact();
    await store(3);
    await process.catchUp();
    await requireExact();
  });

  it('shows in the state of the rollups, with how far they have come', async () => {
    const last = await readLastRun(warehouse, liveTables);
    await store(7);
    await requestRebuild(warehouse, () => now);
    now = last.atMs + 90_000;
    const state = await readRollupsState(warehouse, () => now);
    expect(state).toEqual({
      run: last.run,
      at: new Date(last.atMs).toISOString(),
      ageSeconds: 90,
      events: 47,
      eventsSeen: 40,
      eventsBehind: 7,
      tables: expect.any(Array),
      rebuild: expect.objectContaining({ state: 'requested' }),
    });
    expect(state.tables.map(({ table }) => table)).toEqual(
      [...new Set<string>(rollupTargets.map(({ table }) => table))].toSorted(),
    );
    expect(state.tables.every(({ rows: count, bytes }) => count > 0 && bytes > 0)).toBe(true);
  });

  async function tablesWith(workspaceId: string): Promise<string[]> {
    const columns = await warehouse.read<{ table: string }>({
      sql: `SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'workspace_id'
              AND table NOT IN ('workspaces', 'workspace_deletions', 'api_keys')
              AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')`,
    });
    const found = [];
    for (const { table } of columns) {
      const sql = `SELECT 1 FROM ${table} WHERE workspace_id = {workspaceId:String} LIMIT 1`;
      if ((await warehouse.read({ sql, params: { workspaceId } })).length > 0) found.push(table);
    }
    return found;
  }
});

const stop = new Error('stopped on purpose');

function never(): never {
  throw new Error('There is no such event');
}

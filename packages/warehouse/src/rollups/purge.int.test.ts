/** No data of a deleted workspace remains in any table: neither its events, nor data derived from them, nor its keys, shares, goals and annotations. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithServers, until } from '@footfall/test-servers';
import { openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { createServerHarness } from '../driver/contract/server-harness.fixture.ts';
import { createKeyStore } from '../stores/key-store.ts';
import { openStores } from '../stores/stores.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { purgeDeletedWorkspaces } from './purge.ts';
import { rollUp } from './rollup.fixture.ts';
import { readRollupsState } from './state.ts';
import { eventsTable } from '../schema/events-table.ts';

describe('a purge', () => {
  let opened: Store;
  let warehouse: Warehouse;
  let offset = 0;
  beforeAll(async () => {
    opened = await openStore();
    ({ warehouse } = opened);
  });
  afterAll(() => opened.remove());

  async function store(...workspaceIds: string[]): Promise<void> {
    const types = ['$pageview', '$pageleave', '$dead_click'];
    const rows = workspaceIds.flatMap((workspaceId) =>
      types.map((type) => {
        const event = enrichedEvent({ workspaceId, type, title: 'Home', engagedMs: 1_000, scrollDepth: 5_000 });
        offset += 1;
        return { ...event, topicId: 'topic', partition: 0, offset };
      }),
    );
    await warehouse.insert(eventsTable, rows);
  }

  async function configure(workspaceId: string): Promise<void> {
    const { keyStore, people, goals, annotations } = openStores(warehouse, Date.now);
    await keyStore.createKey(workspaceId, { type: 'public' });
    await goals.create(workspaceId, { name: 'Sign-up', type: 'signup' });
    await annotations.create(workspaceId, { date: '2026-03-01', text: 'Launch' });
    await people.createShare({ workspaceId, name: 'Customer', passwordHash: null, filters: [], expiresAtMs: null });
    await people.createLink({
      kind: 'invitation',
      personId: null,
      email: 'jo@example.com',
      name: null,
      role: 'viewer',
      workspaceId,
      issuedBy: null,
    });
  }

  async function tablesWith(workspaceId: string): Promise<string[]> {
    const tables = await warehouse.read<{ name: string }>({
      sql: `SELECT name FROM system.tables
            WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
              AND name NOT IN ('workspaces', 'workspace_deletions')
              AND name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'workspace_id')
            ORDER BY name`,
    });
    const found = [];
    for (const { name } of tables) {
      const sql = `SELECT 1 FROM ${name} WHERE workspace_id = {workspaceId:String} LIMIT 1`;
      if ((await warehouse.read({ sql, params: { workspaceId } })).length > 0) found.push(name);
    }
    return found;
  }

  it('removes it from every table, including rollups after the deletion, and no other workspace', async () => {
    const keyStore = createKeyStore(warehouse, Date.now);
    const [gone, other] = [
      await keyStore.createWorkspace({ name: 'A' }),
      await keyStore.createWorkspace({ name: 'B' }),
    ];
    await store(gone.workspaceId, other.workspaceId);
    await store(other.workspaceId, gone.workspaceId);
    await rollUp(warehouse);
    for (const { workspaceId } of [gone, other]) await configure(workspaceId);
    const derived = ['activity', 'breakdown', 'events', 'sessions', 'titles', 'visits'];
    const settings = ['annotations', 'api_keys', 'goals', 'shares', 'sign_in_links'];
    expect(await tablesWith(gone.workspaceId)).toEqual([...derived, ...settings].toSorted());
    const others = await tablesWith(other.workspaceId);

    await keyStore.deleteWorkspace(gone.workspaceId);
    await until(async () => (await tablesWith(gone.workspaceId)).length === 0);

    await store(gone.workspaceId);
    await rollUp(warehouse);
    expect((await tablesWith(gone.workspaceId)).length).toBeGreaterThan(0);
    await purgeDeletedWorkspaces(warehouse);
    await until(async () => (await tablesWith(gone.workspaceId)).length === 0);
    expect(await tablesWith(other.workspaceId)).toEqual(others);
    await store(other.workspaceId);
    await rollUp(warehouse);
  });

  it('keeps the event counts of other workspaces, and reports a lag until their events are rolled up', async () => {
    const keyStore = createKeyStore(warehouse, Date.now);
    const gone = await keyStore.createWorkspace({ name: 'Gone' });
    const kept = await keyStore.createWorkspace({ name: 'Kept' });
    await store(gone.workspaceId, kept.workspaceId);
    await rollUp(warehouse);
    const counts = async () => {
      const { events, eventsRolledUp, lagEvents } = await readRollupsState(warehouse, Date.now);
      return { events, eventsRolledUp, lagEvents };
    };
    const { events } = await counts();
    await keyStore.deleteWorkspace(gone.workspaceId);
    // The counts do not depend on whether the engine has removed the rows yet.
    const left = { events: events - 3, eventsRolledUp: events - 3, lagEvents: 0 };
    expect(await counts()).toEqual(left);
    await until(async () => (await tablesWith(gone.workspaceId)).length === 0);
    expect(await counts()).toEqual(left);
    await store(kept.workspaceId);
    expect(await counts()).toEqual({ events, eventsRolledUp: events - 3, lagEvents: 3 });
    await rollUp(warehouse);
    expect(await counts()).toEqual({ events, eventsRolledUp: events, lagEvents: 0 });
  });

  it('changes nothing if there is nothing to purge', async () => {
    const mutations = async () =>
      warehouse.read({ sql: 'SELECT count() AS n FROM system.mutations WHERE database = currentDatabase()' });
    const before = await mutations();
    await purgeDeletedWorkspaces(warehouse);
    expect(await mutations()).toEqual(before);
  });
});

describeWithServers('purges by several processes', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  it('remove the same workspace at the same time', async () => {
    const harness = await createServerHarness(CLICKHOUSE_URL);
    const processes = [await harness.open(), await harness.open(), await harness.open()] as const;
    const [first] = processes;
    await migrate(first, Date.now);
    await first.command({
      sql: `INSERT INTO events (workspace_id, timestamp) SELECT if(number % 2 = 0, 'gone', 'kept'), number FROM numbers(1000)`,
    });
    await first.command({ sql: `INSERT INTO workspace_deletions SELECT 'gone', now64(3)` });
    await Promise.all(processes.map((each) => purgeDeletedWorkspaces(each)));
    const stored = () =>
      first.read<{ id: string; n: number }>({
        sql: 'SELECT workspace_id AS id, count() AS n FROM events GROUP BY id',
      });
    await until(async () => (await stored()).every(({ id }) => id === 'kept'), stored);
    expect(await stored()).toEqual([{ id: 'kept', n: 500 }]);
    await Promise.all(processes.map((each) => each.close()));
    await harness.remove();
  });
});

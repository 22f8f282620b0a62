/** All stores of a process: each change is seen at once, and costs no read of stores that it does not affect. */
import { wrapPort } from '@footfall/test-servers';
import { createEmbeddedHarness } from '../driver/contract/embedded-harness.fixture.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { openStores } from './stores.ts';

const tables = ['workspaces', 'api_keys', 'people', 'person_sessions', 'shares', 'goals', 'annotations'];
let harness: Harness;
let warehouse: Warehouse;

beforeAll(async () => {
  harness = await createEmbeddedHarness();
  warehouse = await harness.open();
  await migrate(warehouse, Date.now);
});
afterAll(async () => {
  await warehouse.close();
  await harness.remove();
});

/** Returns stores, and a function that runs work and resolves with the tables that were read meanwhile. */
async function recorded() {
  const read = new Set<string>();
  const recording = wrapPort(warehouse, ({ text }, proceed) => {
    for (const table of tables) if (text.startsWith('read') && text.includes(`FROM ${table} `)) read.add(table);
    return proceed();
  });
  const stores = openStores(recording, Date.now);
  const readBy = async (work: () => Promise<unknown>) => {
    read.clear();
    await work();
    return [...read].toSorted();
  };
  const workspace = await stores.keyStore.createWorkspace({ name: 'Shop' });
  await Promise.all([stores.goals.listOf(''), stores.annotations.listOf(''), stores.people.findShare('')]);
  return { ...stores, ...workspace, readBy };
}

it('reads again only what a change affects', async () => {
  const { keyStore, goals, annotations, people, workspaceId, readBy } = await recorded();
  expect(await readBy(() => keyStore.createKey(workspaceId, { type: 'public' }))).toEqual(['api_keys', 'workspaces']);
  expect(await readBy(() => annotations.create(workspaceId, { date: '2026-03-01', text: 'Launch' }))).toEqual([
    'annotations',
  ]);
  const share = { workspaceId, name: '', passwordHash: null, filters: [], expiresAtMs: null };
  const access = ['people', 'person_sessions', 'shares', 'workspaces'];
  expect(await readBy(() => people.createShare(share))).toEqual(access);
  expect(await readBy(() => goals.listOf(workspaceId))).toEqual([]);
});

it('lets people into a workspace that was just created, and out of one that was just deleted', async () => {
  const { keyStore, people } = await recorded();
  const first = { kind: 'owner', role: 'owner', personId: null, email: null, name: null, workspaceId: null } as const;
  const link = await people.createLink({ ...first, issuedBy: null });
  const { token } = await people.redeemLink(link.token, {}, undefined, 'Chrome on Linux');
  const roleIn = async (workspaceId: string) => (await people.findSession(token))?.roles.get(workspaceId);
  const { workspaceId } = await keyStore.createWorkspace({ name: 'New' });
  expect(await roleIn(workspaceId)).toBe('owner');
  await keyStore.deleteWorkspace(workspaceId);
  expect(await roleIn(workspaceId)).toBeUndefined();
});

/** The memory of IDs, including those that others stored before a partition was assigned. */
import { unavailable } from '@footfall/errors';
import { hourMs } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { wrapPort } from '@footfall/test-servers';
import { eventsTable, openWarehouse, type Warehouse } from '@footfall/warehouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventId } from '../event.fixture.ts';
import { IdMemory } from './id-memory.ts';
import { hashId } from './seen-ids.ts';

const event = enrichedEvent();
const since = event.receivedAt - 1;
let directory: string;
let warehouse: Warehouse;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-memory-'));
  warehouse = await openWarehouse({ DATA_DIR: directory });
});
beforeEach(() => warehouse.command({ sql: 'TRUNCATE TABLE events' }));

afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true, force: true });
});

let stored = 0;

async function store(partition: number, topicId = 'topic-id', receivedAt = event.receivedAt): Promise<string> {
  stored += 1;
  await warehouse.insert(eventsTable, [
    { ...event, id: eventId(stored), topicId, partition, offset: stored, receivedAt },
  ]);
  return eventId(stored);
}

async function known(memory: IdMemory, ids: readonly string[]): Promise<boolean[]> {
  await memory.load(since);
  return ids.map((one) => memory.has(hashId(event.workspaceId, one)));
}

it('knows the IDs of all partitions that were stored before the first one was assigned', async () => {
  const ids = [await store(0), await store(1), await store(7, 'before')];
  const memory = new IdMemory(warehouse);
  await memory.take(0, 2);
  expect(await known(memory, ids)).toEqual([true, true, true]);
});

it('B4 knows the IDs that another process stored of a newly assigned partition, and of no other', async () => {
  const memory = new IdMemory(warehouse);
  await memory.take(0, 2);
  await memory.load(since);
  const ids = [await store(0), await store(1)];
  expect(await known(memory, ids)).toEqual([false, false]);
  await memory.take(1, 2);
  expect(await known(memory, ids)).toEqual([false, true]);
});

it('B8 knows the IDs that another process has stored of a partition under another topic ID', async () => {
  const memory = new IdMemory(warehouse);
  await memory.take(0, 2);
  await memory.load(since);
  const ids = [await store(1, 'another topic ID')];
  await memory.take(1, 2);
  expect(await known(memory, ids)).toEqual([true]);
});

it('B9 knows the IDs of all partitions after partitions were added', async () => {
  const memory = new IdMemory(warehouse);
  await memory.take(0, 2);
  await memory.load(since);
  const ids = [await store(0), await store(1)];
  await memory.take(0, 3);
  expect(await known(memory, ids)).toEqual([true, true]);
});

it('reads IDs again if older ones are needed', async () => {
  const memory = new IdMemory(warehouse);
  await memory.take(0, 1);
  await memory.load(event.receivedAt + 7_200_000);
  const ids = [await store(0)];
  expect(await known(memory, ids)).toEqual([true]);
});

it('reads forgotten IDs again if they are needed, even after a failed read', async () => {
  let isDown = false;
  const failing = wrapPort(warehouse, ({ text }, proceed) => {
    if (isDown && text.includes('hashes')) throw unavailable('The store is down');
    return proceed();
  });
  const memory = new IdMemory(failing);
  await memory.take(0, 1);
  const later = event.receivedAt + 30 * hourMs;
  const ids = [await store(0), await store(0, 'topic-id', later)];
  expect(await known(memory, ids)).toEqual([true, true]);
  memory.add(hashId(event.workspaceId, eventId(0)), later + 30 * hourMs);
  isDown = true;
  await expect(memory.load(since)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  isDown = false;
  expect(await known(memory, ids)).toEqual([true, true]);
});

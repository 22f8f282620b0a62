/** The memory of ids finds what others have stored, whatever it knew before. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { eventsTable, openWarehouse, type Warehouse } from '@footfall/warehouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdMemory, type Log } from './id-memory.ts';
import { hashId } from './seen-ids.ts';

const insertRowsMax = 100;
const event = enrichedEvent();
const since = event.receivedAt - 1;
let directory: string;
let warehouse: Warehouse;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-memory-'));
  warehouse = await openWarehouse({ DATA_DIR: directory });
});

afterEach(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true, force: true });
});

async function store(id: string, log: Log, offset: number): Promise<void> {
  await warehouse.insert(eventsTable, [{ ...event, ...log, id, offset }]);
}

it('B8 knows what another process stores in a new life of the topic, however far the old one had come', async () => {
  const [before, after] = ['0198c7e2-aaaa-7bbb-8ccc-000000000001', '0198c7e2-aaaa-7bbb-8ccc-000000000002'];
  const memory = new IdMemory(warehouse, insertRowsMax);
  for (const partition of [0, 1]) await store(before, { incarnation: 'old', partition }, 1_000_000);
  await memory.catchUp(since);
  await memory.take({ incarnation: 'new', partition: 0 }, 2);
  await store(after, { incarnation: 'new', partition: 1 }, 0);
  await memory.catchUp(since);
  expect(memory.has(hashId(event.workspaceId, before))).toBe(true);
  expect(memory.has(hashId(event.workspaceId, after))).toBe(true);
});

/** The insert of a range, repeated after any delay. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { wrapPort } from '@footfall/test-servers';
import { type EventRow, openWarehouse, type Warehouse } from '@footfall/warehouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertRange } from './insert-range.ts';

const range = { topicId: 'topic-id', partition: 0, from: 0, to: 2 };
const row = (offset: number): EventRow => ({
  ...enrichedEvent({ id: `0198c7e2-aaaa-7bbb-8ccc-00000000000${offset}`, receivedAt: Date.UTC(2026, offset, 3) }),
  topicId: 'topic-id',
  partition: 0,
  offset,
});
/** Received in three different months, so that they become three parts. */
const rows = [0, 1, 2].map(row);
let directory: string;
let warehouse: Warehouse;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-insert-'));
  warehouse = await openWarehouse({ DATA_DIR: directory });
});

afterEach(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true, force: true });
});

async function storedOffsets(): Promise<number[]> {
  const stored = await warehouse.read<{ offset: number }>({
    sql: 'SELECT offset FROM events WHERE partition = 0 ORDER BY offset',
  });
  return stored.map(({ offset }) => offset);
}

/** Sets the number of parts whose tokens the warehouse remembers: 0 forgets all earlier ones. */
async function remember(...counts: number[]): Promise<void> {
  for (const count of counts) {
    await warehouse.command({
      sql: `ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = ${count}`,
    });
  }
}

it('C2 a repeated insert stores nothing twice after the warehouse has lost its token', async () => {
  await insertRange(warehouse, range, rows, false);
  await remember(0, 10_000);
  await insertRange(warehouse, range, rows, true);
  expect(await storedOffsets()).toEqual([0, 1, 2]);
});

it('C2 a repeated insert stores the months that are missing when a kill left only some of them', async () => {
  await insertRange(warehouse, range, rows.slice(0, 2), false);
  await insertRange(warehouse, range, rows, true);
  expect(await storedOffsets()).toEqual([0, 1, 2]);
});

it('C2 a repeated insert stores rows whose token the warehouse has recorded without storing them', async () => {
  await insertRange(warehouse, range, rows, false);
  await warehouse.command({ sql: `ALTER TABLE events DELETE WHERE offset = 1 SETTINGS mutations_sync = 2` });
  await insertRange(warehouse, range, rows, true);
  expect(await storedOffsets()).toEqual([0, 1, 2]);
});

it('C3 a repeated insert is refused while an earlier attempt, which could store the same rows later, is still running', async () => {
  const isRunning = { inserts: 1 };
  const busy = wrapPort(warehouse, ({ text }, proceed) =>
    text.includes('system.processes') ? [isRunning] : proceed(),
  );
  await expect(insertRange(busy, range, rows, true)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

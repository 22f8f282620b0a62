/** What a run writes arrives in each table as a whole, and once. */
import fc from 'fast-check';
import { drivers } from '../driver/harnesses.fixture.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { eventsTable, type EventRow } from '../schema/tables/events.ts';
import type { Harness } from '../driver/warehouse.contract.ts';
import { haveAll } from './apply.ts';
import { expectedRollups } from './expected.fixture.ts';
import { happening, rowOf } from './happening.fixture.ts';
import { readLastRun } from './marks.ts';
import { rollUp } from './roll-up.fixture.ts';
import { differences, storedRollups } from './stored.fixture.ts';
import { liveTables, rollupTargets } from './tables.ts';
import { RollupWorker } from './worker.ts';

const stop = new Error('stopped on purpose');

describe.each(drivers())('a run of the rollups on the $driver driver', ({ createHarness }) => {
  let harness: Harness;
  let warehouse: Warehouse;
  beforeEach(async () => {
    harness = await createHarness();
    warehouse = await harness.open();
    await migrate(warehouse, Date.now);
  });
  afterEach(async () => {
    await warehouse.close();
    await harness.remove();
  });

  it('is completed in each table that it has not reached, and in no other', async () => {
    const happenings = fc.sample(happening, { seed: 6, numRuns: 20 * rollupTargets.length });
    const rows: EventRow[] = [];
    for (const [index, { view }] of rollupTargets.entries()) {
      const fresh = happenings.slice(20 * index, 20 * (index + 1)).map((one, at) => rowOf(one, 1, 20 * index + at));
      await warehouse.insert(eventsTable, fresh);
      rows.push(...fresh);
      // As if the process had ended before it came to this view.
      await warehouse.command({ sql: `DETACH TABLE ${view}` });
      await expect(rollUp(warehouse, { fault: stopWhenApplied })).rejects.toBe(stop);
      expect(await haveAll(warehouse, liveTables, await readLastRun(warehouse, liveTables))).toBe(false);
      await warehouse.command({ sql: `ATTACH TABLE ${view}` });
    }
    await rollUp(warehouse);
    expect(differences(await storedRollups(warehouse), expectedRollups(rows))).toEqual([]);
  }, 120_000);

  it('is one part in each table, however large it is', async () => {
    await warehouse.command({
      sql: `INSERT INTO events (incarnation, \`partition\`, \`offset\`, workspace_id, id, type, timestamp, visitor_id, session_id, path)
            SELECT 'large', 0, number, 'ws_large', generateUUIDv4(), '$pageview', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + number,
              intDiv(number, 2), intDiv(number, 2), concat('/', toString(number))
            FROM numbers(100000)`,
    });
    await new RollupWorker(warehouse).run([{ incarnation: 'large', partition: 0, offset: 100_000 }]);
    const tables = rollupTargets.map(({ table }) => table);
    // A part says how many inserts have been merged in it.
    const inserts = await warehouse.read<{ table: string; parts: number }>({
      sql: `SELECT table, toUInt32(sum(max_block_number - min_block_number + 1)) AS parts FROM system.parts
            WHERE active AND database = currentDatabase() AND table IN (${tables.map((name) => `'${name}'`).join(', ')}) GROUP BY table`,
    });
    const views = (table: string) => tables.filter((name) => name === table).length;
    expect(new Map(inserts.map(({ table, parts }) => [table, parts]))).toEqual(
      new Map(tables.map((table) => [table, views(table)])),
    );
  }, 120_000);
});

function stopWhenApplied(point: string): void {
  if (point === 'applied') throw stop;
}

/** The rollups after a repair, whatever the worker does meanwhile. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { wrapPort } from '@footfall/test-servers';
import type { Warehouse } from '../driver/port.ts';
import { openStore } from '../queries/endpoints/store.fixture.ts';
import { rollUp } from '../rollups/rollup.fixture.ts';
import { readRollupsState } from '../rollups/state.ts';
import { eventsTable } from '../schema/events-table.ts';
import { repairParts } from './repair-parts.ts';

/** Rolls up everything at a time at which no process reads from the rollups any more. */
const rollUpLater = (warehouse: Warehouse) => rollUp(warehouse, { now: () => Date.now() + 60_000 });

it('contain no rows of a detached part, even if they were computed again right before it was detached', async () => {
  const store = await openStore();
  const { warehouse } = store;
  await warehouse.command({ sql: 'ALTER TABLE events MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1' });
  for (const offset of [0, 1])
    await warehouse.insert(eventsTable, [{ ...enrichedEvent(), topicId: 'log', partition: 0, offset }]);
  await rollUpLater(warehouse);
  expect(await readRollupsState(warehouse, Date.now)).toMatchObject({ events: 2, eventsRolledUp: 2 });
  const [part] = await warehouse.read<{ name: string }>({
    sql: `SELECT name FROM system.parts WHERE active AND database = currentDatabase() AND table = 'events'
          ORDER BY min_block_number LIMIT 1`,
  });
  const working = wrapPort(warehouse, async ({ text }, proceed) => {
    if (text.includes('DETACH PART')) await rollUpLater(warehouse);
    return proceed();
  });
  const damaged = { table: 'events', part: part?.name ?? '', fault: 'unreadable', rows: 1, fingerprint: '' } as const;
  await repairParts(working, [damaged], Date.now);
  await rollUpLater(warehouse);
  expect(await readRollupsState(warehouse, Date.now)).toMatchObject({ events: 1, eventsRolledUp: 1 });
  await store.remove();
});

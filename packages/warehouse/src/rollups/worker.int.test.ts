/** The rollups are what counting by hand gives, whatever came in whatever order, and wherever the worker was stopped. */
import fc from 'fast-check';
import { drivers } from '../driver/harnesses.fixture.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { eventsTable, type EventRow } from '../schema/tables/events.ts';
import type { Harness } from '../driver/warehouse.contract.ts';
import { expectedRollups } from './expected.fixture.ts';
import { happening, rowOf } from './happening.fixture.ts';
import { rollUp } from './roll-up.fixture.ts';
import { differences, storedRollups } from './stored.fixture.ts';
import { type RollupPoint } from './worker.ts';

const runs = Number(process.env['FOOTFALL_PROPERTY_RUNS'] ?? 6);
const batches = fc.array(
  fc.record({
    happenings: fc.array(happening, { maxLength: 30 }),
    stopsAt: fc.constantFrom<RollupPoint | 'never'>('never', 'staged', 'decided', 'applied'),
    /** Of which of the events so far a copy comes in the other partition, in thousandths of them: it is removed a batch later. */
    copies: fc.array(fc.nat(999), { maxLength: 2 }),
    rollsUp: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
describe.each(drivers())('rollups on the $driver driver', ({ createHarness }) => {
  let harness: Harness;
  let warehouse: Warehouse;
  let lives = 0;
  beforeAll(async () => {
    harness = await createHarness();
    warehouse = await harness.open();
    await migrate(warehouse, Date.now);
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  it('are what counting by hand gives, in any order, with the worker stopped anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (told) => {
        lives += 1;
        let rows: EventRow[] = [];
        const offsets = [0, 0];
        const nextPlace = (partition: number) => {
          const offset = offsets[partition] ?? 0;
          offsets[partition] = offset + 1;
          return { partition, offset };
        };
        let copies: EventRow[] = [];
        for (const { happenings, stopsAt, copies: copied, rollsUp } of told) {
          const fresh = happenings.map((one) => rowOf(one, lives, nextPlace(one.partition).offset));
          await warehouse.insert(eventsTable, fresh);
          rows = [...rows, ...fresh];
          if (rollsUp) await rollUp(warehouse, { offsetsMax: 17, ...stopAt(stopsAt) }).catch(requireStop);
          for (const copy of copies) await remove(copy);
          copies = copied.flatMap((share) => {
            const original = rows[Math.floor((share * rows.length) / 1_000)];
            return original ? [{ ...original, ...nextPlace(1 - original.partition) }] : [];
          });
          await warehouse.insert(eventsTable, copies);
        }
        for (const copy of copies) await remove(copy);
        await rollUp(warehouse, { offsetsMax: 17 });
        const expected = expectedRollups(rows);
        const stored = await storedRollups(warehouse);
        for (const key of stored.keys()) if (!key.split('|')[1]?.endsWith(String(lives))) stored.delete(key);
        expect(differences(stored, expected)).toEqual([]);
      }),
      { numRuns: runs, endOnFailure: process.env['SHRINK'] === undefined },
    );
  }, 300_000);

  /** As the consumer takes out a copy. */
  async function remove({ incarnation, partition, offset }: EventRow): Promise<void> {
    const where = `incarnation = '${incarnation}' AND partition = ${partition} AND offset = ${offset}`;
    await warehouse.command({ sql: `INSERT INTO removed_events SELECT * FROM events WHERE ${where}` });
    await warehouse.command({ sql: `DELETE FROM events WHERE ${where} SETTINGS lightweight_deletes_sync = 2` });
  }
});

const stop = new Error('stopped on purpose');

function stopAt(point: RollupPoint | 'never') {
  return {
    fault: (at: RollupPoint) => {
      if (at === point) throw stop;
    },
  };
}

function requireStop(error: unknown): void {
  if (error !== stop) throw error;
}

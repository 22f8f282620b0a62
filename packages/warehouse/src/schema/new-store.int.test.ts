/** A new store has the tables that the migrations create, without running each migration. */
import { rmSync } from 'node:fs';
import { Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import { createEmbeddedHarness } from '../driver/contract/embedded-harness.fixture.ts';
import type { Warehouse } from '../driver/port.ts';
import { migrate } from './migrate.ts';
import { copyMigrations, makeDirectory } from './migrations.fixture.ts';

type Attempt = (warehouse: Warehouse) => Promise<unknown>;
const migrateAll: Attempt = (warehouse) => migrate(warehouse, Date.now);

/** Returns the definitions of all tables, the order of their columns and the names of the migrations, after each of `attempts` has migrated the store in turn. */
async function storeOf(...attempts: Attempt[]): Promise<unknown> {
  const harness = await createEmbeddedHarness();
  const warehouse = await harness.open();
  for (const attempt of attempts) await attempt(warehouse);
  const found = [
    await warehouse.read({
      sql: `SELECT name, arraySort(splitByRegexp('[\\\\n,]\\\\s*', formatQuery(create_table_query))) AS lines
            FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    }),
    await warehouse.read({
      sql: 'SELECT table, name FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
    }),
    await warehouse.read({ sql: 'SELECT name FROM migrations ORDER BY name' }),
  ];
  await warehouse.close();
  await harness.remove();
  return found;
}

describe('a new store', () => {
  it('has the same tables as one that has run every migration', async () => {
    const directory = makeDirectory();
    copyMigrations(directory, (name) => name !== 'schema.sql');
    const everyMigration: Attempt = (warehouse) => migrate(warehouse, Date.now, undefined, directory);
    expect(await storeOf(migrateAll)).toEqual(await storeOf(everyMigration));
    rmSync(directory, { recursive: true });
  });

  it('is completed by the next start, wherever the first was interrupted', async () => {
    const whole = await storeOf(migrateAll);
    const ends: unknown[] = [];
    do {
      const around = stopAt({ moment: 'before', call: '^(insert|command) ', pass: ends.length + 1 });
      const untilKilled: Attempt = async (warehouse) => {
        ends.push(await migrateAll(wrapPort(warehouse, around)).catch((error: unknown) => error));
      };
      expect(await storeOf(untilKilled, migrateAll)).toEqual(whole);
    } while (ends.at(-1) instanceof Stopped);
    // The last attempt completed.
    expect(ends.at(-1)).toEqual(expect.any(Array));
    expect(ends.length).toBeGreaterThan(10);
  });
});

/** A new store has the tables that the migrations make, without running each of them. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Around, Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import { createEmbeddedHarness } from '../driver/embedded-harness.fixture.ts';
import { migrate } from './migrate.ts';

const migrations = new URL('../../migrations/', import.meta.url);
/** More than the commands and inserts that a new store takes. */
const writesMax = 40;

const migrateAll = (warehouse: Parameters<typeof migrate>[0]) => migrate(warehouse, Date.now);

/** The definitions of all tables, and the names of the migrations, of a store that each of `attempts` has migrated in turn. */
async function storeOf(...attempts: (typeof migrateAll)[]): Promise<unknown> {
  const harness = await createEmbeddedHarness();
  const warehouse = await harness.open();
  for (const attempt of attempts) await attempt(warehouse);
  const found = [
    await warehouse.read({
      sql: `SELECT name, arraySort(splitByRegexp('[\\\\n,]\\\\s*', formatQuery(create_table_query))) AS lines
            FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    }),
    await warehouse.read({ sql: 'SELECT name FROM migrations ORDER BY name' }),
  ];
  await warehouse.close();
  await harness.remove();
  return found;
}

describe('a new store', () => {
  it('has the same tables as one that has run every migration', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'footfall-migrations-'));
    for (const file of readdirSync(migrations).filter((name) => name.endsWith('.sql')))
      cpSync(new URL(file, migrations), join(directory, file));
    const everyMigration = (warehouse: Parameters<typeof migrate>[0]) =>
      migrate(warehouse, Date.now, pathToFileURL(`${directory}/`));
    expect(await storeOf(migrateAll)).toEqual(await storeOf(everyMigration));
    rmSync(directory, { recursive: true });
  });

  it('is completed by the next start wherever the first ends', async () => {
    const whole = await storeOf(migrateAll);
    let ends = 0;
    let hasEnded = true;
    for (let pass = 1; hasEnded && pass < writesMax; pass += 1) {
      const around: Around = stopAt({ moment: 'before', call: '^(insert|command) ', pass });
      const untilKilled = async (warehouse: Parameters<typeof migrate>[0]) => {
        const end: unknown = await migrateAll(wrapPort(warehouse, around)).catch((error: unknown) => error);
        hasEnded = end instanceof Stopped;
        if (!hasEnded) expect(end).toEqual(expect.any(Array));
        ends += 1;
        return [];
      };
      expect([pass, await storeOf(untilKilled, migrateAll)]).toEqual([pass, whole]);
    }
    expect(ends).toBeGreaterThan(10);
  });
});

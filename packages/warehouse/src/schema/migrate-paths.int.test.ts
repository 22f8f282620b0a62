/** Migration 20 of a store whose paths are stored as texts. */
import { rmSync } from 'node:fs';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import { awkwardTexts } from '../driver/contract/awkward-texts.fixture.ts';
import { createEmbeddedHarness } from '../driver/contract/embedded-harness.fixture.ts';
import { migrate } from './migrate.ts';
import { copyMigrations, makeDirectory } from './migrations.fixture.ts';
import { eventsTable } from './events-table.ts';

const name = '0020_read_events_faster.sql';

// The first call creates the table of migrations; the next two run the statements, and the last one records them.
it.each([2, 3, 4])(
  'an upgrade that ends before its call %i leaves every event as it was, and the next start completes it',
  async (pass) => {
    const directory = makeDirectory();
    copyMigrations(directory, (file) => file < name);
    const harness = await createEmbeddedHarness();
    const warehouse = await harness.open();
    const upgrade = (on = warehouse) => migrate(on, Date.now, undefined, directory);
    const stored = () =>
      warehouse.read({ sql: 'SELECT offset, path, toString(timestamp) AS time FROM events ORDER BY offset' });
    const types = () =>
      warehouse.read({
        sql: `SELECT type FROM system.columns WHERE database = currentDatabase() AND table = 'events' AND name = 'path'`,
      });

    await upgrade();
    const rows = awkwardTexts.map((path, offset) => ({
      ...enrichedEvent({ path }),
      topicId: 't',
      partition: 0,
      offset,
    }));
    await warehouse.insert(eventsTable, rows);
    const before = await stored();
    expect(before).toMatchObject(awkwardTexts.map((path) => ({ path })));
    expect(await types()).toEqual([{ type: 'String' }]);

    copyMigrations(directory, (file) => file === name);
    const killed = wrapPort(warehouse, stopAt({ moment: 'before', call: '^(insert|command) ', pass }));
    await expect(upgrade(killed)).rejects.toBeInstanceOf(Stopped);
    expect(await stored()).toEqual(before);
    expect(await upgrade()).toEqual([name]);
    expect(await stored()).toEqual(before);
    expect(await types()).toEqual([{ type: 'LowCardinality(String)' }]);

    await warehouse.close();
    await harness.remove();
    rmSync(directory, { recursive: true });
  },
);

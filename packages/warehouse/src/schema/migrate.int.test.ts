/** Migrations of a store that contains data. */
import { StartError } from '@footfall/errors';
import { describeWithSmallDisk, wrapPort } from '@footfall/test-servers';
import fc from 'fast-check';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { openEmbedded } from '../driver/embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { copyMigrations, makeDirectory } from './migrations.fixture.ts';
import type { Warehouse } from '../driver/port.ts';
import { expectedRollups } from '../rollups/expected.fixture.ts';
import { happening, rowOf } from '../rollups/happening.fixture.ts';
import { isReset, noBatch, planBatch, readLastBatch } from '../rollups/batch.ts';
import { rollUp } from '../rollups/rollup.fixture.ts';
import { differences, storedRollups } from '../rollups/stored.fixture.ts';
import { choiceMsMax } from '../queries/source.ts';
import { earlierEventsTable } from './earlier-events.fixture.ts';
import { eventsTable } from './events-table.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';

describe.each(drivers())('migrating on the $driver driver', ({ createHarness }) => {
  let harness: Harness;
  let warehouse: Warehouse;
  let directory: URL;
  beforeEach(async () => {
    harness = await createHarness();
    warehouse = await harness.open();
    directory = makeDirectory();
  });
  afterEach(async () => {
    await warehouse.close();
    await harness.remove();
    rmSync(directory, { recursive: true });
  });

  const migrateFromDirectory = () => migrate(warehouse, Date.now, undefined, directory);
  const migrateFully = () => migrate(warehouse, Date.now);
  /** Creates the store of a version without this migration and later ones. */
  const migrateBefore = async (name: string) => {
    copyMigrations(directory, (file) => file < name);
    await migrateFromDirectory();
  };
  /** Leaves the store as after a process that ended before it recorded the migration. */
  const forget = (name: string) =>
    warehouse.command({
      sql: `ALTER TABLE migrations DELETE WHERE name = {name:String} SETTINGS mutations_sync = 2`,
      params: { name },
    });

  it('runs a statement only if its condition is true', async () => {
    const name = '0001_guarded.sql';
    writeFileSync(
      new URL(name, directory),
      `CREATE TABLE IF NOT EXISTS notes (n UInt8) ENGINE = MergeTree ORDER BY n;
       -- Why this is so.
-- when: SELECT count() = 0 FROM notes
INSERT INTO notes VALUES (1);
`,
    );
    expect(await migrateFromDirectory()).toEqual([name]);
    await forget(name);
    expect(await migrateFromDirectory()).toEqual([name]);
    expect(await warehouse.read({ sql: 'SELECT n FROM notes' })).toEqual([{ n: 1 }]);
  });

  it('records a file that has only a comment', async () => {
    const name = '0001_empty.sql';
    writeFileSync(new URL(name, directory), '-- Nothing is left to do.\n');
    expect(await migrateFromDirectory()).toEqual([name]);
    expect(await migrateFromDirectory()).toEqual([]);
  });

  it('waits until a condition is true, and runs a statement for each number of a query', async () => {
    await warehouse.command({ sql: 'CREATE TABLE months (month UInt32) ENGINE = MergeTree ORDER BY month' });
    writeFileSync(
      new URL('0001_copy.sql', directory),
      `CREATE TABLE notes (n UInt32) ENGINE = MergeTree ORDER BY n;
-- until: SELECT count() FROM months
-- each: SELECT month AS each FROM months
INSERT INTO notes VALUES ({each:UInt32});
`,
    );
    let checks = 0;
    const filled = wrapPort(warehouse, async ({ text }, proceed) => {
      const isCheck = text.startsWith('read SELECT (SELECT count() FROM months)');
      if (isCheck && ++checks === 3) await warehouse.command({ sql: 'INSERT INTO months VALUES (202601), (202602)' });
      return proceed();
    });
    await migrate(filled, Date.now, undefined, directory);
    expect(await warehouse.read({ sql: 'SELECT n FROM notes ORDER BY n' })).toEqual([{ n: 202_601 }, { n: 202_602 }]);
    expect(checks).toBe(3);
  });

  it('that fails says which migration, why and what to do, in one line, and continues once the cause is removed', async () => {
    const name = '0001_fails.sql';
    writeFileSync(new URL(name, directory), 'CREATE TABLE notes (n UInt8) ENGINE = MergeTree ORDER BY missing;\n');
    const failing = migrateFromDirectory();
    await expect(failing).rejects.toBeInstanceOf(StartError);
    await expect(failing).rejects.toThrow(
      /^Migration 0001_fails\.sql failed: [^\n]*missing[^\n]*\. No data is lost\. [^\n]+$/,
    );
    writeFileSync(new URL(name, directory), 'CREATE TABLE notes (n UInt8) ENGINE = MergeTree ORDER BY n;\n');
    expect(await migrateFromDirectory()).toEqual([name]);
  });

  it('that fails on a new store says so in the same way', async () => {
    writeFileSync(new URL('0001_create_notes.sql', directory), '');
    writeFileSync(
      new URL('schema.sql', directory),
      'CREATE TABLE notes (n UInt8) ENGINE = MergeTree ORDER BY missing;\n',
    );
    await expect(migrateFromDirectory()).rejects.toThrow(/^Migration schema\.sql failed: .*missing/);
  });

  it('logs each migration of a store that has some, and nothing on a new store', async () => {
    const lines: string[] = [];
    const logger = { info: (line: string) => void lines.push(line) };
    writeFileSync(new URL('0001_create_notes.sql', directory), '');
    writeFileSync(new URL('schema.sql', directory), '');
    await migrate(warehouse, Date.now, logger, directory);
    expect(lines).toEqual([]);
    for (const name of ['0002_add_pages.sql', '0003_add_authors.sql']) writeFileSync(new URL(name, directory), '');
    await migrate(warehouse, Date.now, logger, directory);
    expect(lines).toEqual([
      'Running migration 0002_add_pages.sql (1 of 2)',
      'Running migration 0003_add_authors.sql (2 of 2)',
    ]);
  });

  it('drops the rollups of earlier versions, which are then recomputed', async () => {
    await migrateBefore('0012_redesign_rollups.sql');
    const rows = fc.sample(happening, { seed: 7, numRuns: 60 }).map((one, offset) => rowOf(one, 1, offset));
    await warehouse.insert(earlierEventsTable, rows);
    for (const sql of [
      'CREATE TABLE activity (workspace_id String, n Int64) ENGINE = SummingMergeTree ORDER BY workspace_id',
      'CREATE TABLE activity_changes AS activity ENGINE = Null',
      'CREATE MATERIALIZED VIEW activity_view TO activity AS SELECT * FROM activity_changes',
      "INSERT INTO activity_changes VALUES ('ws_a1', 1)",
      'CREATE TABLE rollup_runs (run UInt64) ENGINE = ReplacingMergeTree(run) ORDER BY tuple()',
      'INSERT INTO rollup_runs VALUES (5)',
    ]) {
      await warehouse.command({ sql });
    }
    await Promise.all([migrateFully(), migrateFully()]);
    await rollUp(warehouse);
    expect(differences(await storedRollups(warehouse), expectedRollups(rows))).toEqual([]);
    const tables = await warehouse.read<{ name: string }>({
      sql: 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    });
    expect(tables.map((table) => table.name)).toEqual([
      'activity',
      'annotations',
      'api_keys',
      'breakdown',
      'breakdown_changes',
      'breakdown_view',
      'events',
      'goals',
      'migrations',
      'people',
      'person_sessions',
      'rollup_batches',
      'sessions',
      'shares',
      'sign_in_links',
      'titles',
      'visits',
      'workspace_deletions',
      'workspaces',
    ]);
  });

  it('resets the rollups of earlier versions, and plans nothing if there are none', async () => {
    const name = '0014_reset_rollups.sql';
    await migrateBefore(name);
    await migrateFully();
    expect(await readLastBatch(warehouse)).toEqual(noBatch);
    await planBatch(warehouse, { ...noBatch, batch: 7, isComplete: true });
    await forget(name);
    await migrateFully();
    const last = await readLastBatch(warehouse);
    expect(last).toMatchObject({ batch: 8, reset: 8, ranges: [], isComplete: false });
  });

  it('creates visits from everything that earlier versions have stored and rolled up', async () => {
    await migrateBefore('0016_keep_visits.sql');
    const rows = fc.sample(happening, { seed: 7, numRuns: 60 }).map((one, offset) => rowOf(one, 1, offset));
    await warehouse.insert(eventsTable, rows);
    const ranges = [0, 1].map((partition) => ({ topicId: 'topic1', partition, start: 0, end: 60 }));
    await planBatch(warehouse, { ...noBatch, batch: 1, atMs: Date.now(), ranges, isComplete: true });
    for (const sql of [
      `INSERT INTO sessions (workspace_id, session_id, batch, pageviews, first_order) VALUES ('', 0, 1, 0, 0), ('ws_a1', 1, 1, 1, 9)`,
      `INSERT INTO breakdown (workspace_id, dimension, grain, count, uniques) VALUES ('', '', 'hour', 60, 1), ('ws_a1', 'session', 'hour', 1, 0)`,
    ]) {
      await warehouse.command({ sql });
    }
    await Promise.all([migrateFully(), migrateFully()]);
    // Nothing happens until no process reads the rollups any more.
    await rollUp(warehouse);
    const last = await readLastBatch(warehouse);
    expect(isReset(last)).toBe(true);
    await rollUp(warehouse, { now: () => Date.now() + 2 * choiceMsMax });
    expect(await readLastBatch(warehouse)).toMatchObject({ reset: last.reset, behind: 0, isComplete: true });
    expect(differences(await storedRollups(warehouse), expectedRollups(rows))).toEqual([]);
  });

  it('orders earlier events of the same millisecond by their offsets', async () => {
    await migrateBefore('0011_order_events_by_arrival.sql');
    const [one] = fc.sample(happening, { seed: 7, numRuns: 1 });
    if (!one) throw new Error('there are no events');
    const offsets = [0, 1, 65_535, 65_536];
    const rows = offsets.map((offset) => rowOf(one, 1, offset));
    await warehouse.insert(earlierEventsTable, rows);
    await migrateFully();
    expect(await warehouse.read({ sql: 'SELECT request_index AS position FROM events ORDER BY offset' })).toEqual(
      [0, 1, 65_535, 0].map((position) => ({ position })),
    );
  });
});

describeWithSmallDisk('migrating on a disk that becomes full', 192 << 20, (disk) => {
  it('says that the disk is full, and continues once there is space', async () => {
    const name = '0001_fill.sql';
    const directory = makeDirectory();
    writeFileSync(
      new URL(name, directory),
      `CREATE TABLE IF NOT EXISTS notes (text String) ENGINE = MergeTree ORDER BY tuple();
TRUNCATE TABLE notes;
INSERT INTO notes SELECT randomString(1000) FROM numbers(80000);
`,
    );
    const ballast = join(disk(), 'ballast');
    writeFileSync(ballast, Buffer.alloc(128 << 20));
    const warehouse = await openEmbedded({ path: join(disk(), 'clickhouse') });
    const upgrade = () => migrate(warehouse, Date.now, undefined, directory);
    try {
      await expect(upgrade()).rejects.toThrow(
        'Migration 0001_fill.sql was interrupted: the disk of DATA_DIR is full. No data is lost. Free space and start again: it continues',
      );
      rmSync(ballast);
      expect(await upgrade()).toEqual([name]);
      expect(await warehouse.read({ sql: 'SELECT count() AS notes FROM notes' })).toEqual([{ notes: 80_000 }]);
    } finally {
      await warehouse.close();
      rmSync(directory, { recursive: true });
    }
  });
});

/** The migration of a store whose events are partitioned by the month of their timestamps. */
import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import { createEmbeddedHarness } from '../driver/contract/embedded-harness.fixture.ts';
import { migrate } from './migrate.ts';
import { copyMigrations, makeDirectory } from './migrations.fixture.ts';
import type { Warehouse } from '../driver/port.ts';
import { happening, rowOf } from '../rollups/happening.fixture.ts';
import { checkSchema } from './schema-check.ts';
import { earlierEventsTable } from './earlier-events.fixture.ts';
import type { EventRow } from './events-table.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';

const name = '0008_partition_events_by_arrival.sql';
/** Exceeds the number of statements of the migration. */
const commandsMax = 30;
const monthMs = 30 * 86_400_000;

/** Events that arrived in three months, some with timestamps from years before. */
const rows = fc.sample(happening, { seed: 5, numRuns: 90 }).map((one, offset): EventRow => {
  const row = rowOf(one, 1, offset);
  const receivedAt = row.receivedAt + (offset % 3) * monthMs;
  return { ...row, receivedAt, timestamp: offset % 5 === 0 ? row.timestamp - offset * monthMs : receivedAt };
});

describe('G5 moving events to months of arrival', () => {
  let harness: Harness;
  let warehouse: Warehouse;
  let directory: URL;
  beforeEach(async () => {
    harness = await createEmbeddedHarness();
    warehouse = await harness.open();
    directory = makeDirectory();
    copyMigrations(directory, (file) => file < name);
    await upgrade();
    await warehouse.insert(earlierEventsTable, rows.slice(0, 50), 'one');
    await warehouse.insert(earlierEventsTable, rows.slice(50), 'two');
    await warehouse.command({ sql: 'ALTER TABLE events ADD COLUMN note String' });
    copyMigrations(directory, (file) => file === name);
  });
  afterEach(async () => {
    await warehouse.close();
    await harness.remove();
    rmSync(directory, { recursive: true });
  });

  /** Runs this migration and none of the later ones. */
  const upgrade = (on = warehouse) => migrate(on, Date.now, undefined, directory);
  const fingerprint = () =>
    warehouse.read({ sql: 'SELECT count() AS rows, toString(sum(cityHash64(*))) AS hash FROM events' });
  /** Returns the definition of the table, without its partitioning. */
  const definition = () =>
    warehouse.read({
      sql: `SELECT replaceRegexpOne(replaceAll(create_table_query, currentDatabase(), ''), 'PARTITION BY toYYYYMM\\\\(\\\\w+\\\\)', '') AS sql
            FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    });
  const leftovers = () =>
    warehouse.read({
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'events_by_arrival'`,
    });

  /** Returns a warehouse whose process ends before command number `last`. */
  const endingBefore = (last: number) =>
    wrapPort(warehouse, stopAt({ moment: 'before', call: '^command ', pass: last }));

  it('keeps every row, column, index and setting, and removes all temporary tables', async () => {
    const before = { rows: await fingerprint(), definition: await definition() };
    expect(await upgrade()).toContain(name);
    expect({ rows: await fingerprint(), definition: await definition() }).toEqual(before);
    expect(await leftovers()).toEqual([]);
    await migrate(warehouse, Date.now);
    await checkSchema(warehouse);
  });

  it('is completed by the next start, wherever it was interrupted', async () => {
    const before = { rows: await fingerprint(), definition: await definition() };
    let ends = 0;
    for (let last = 1; last < commandsMax; last += 1) {
      const ended = await upgrade(endingBefore(last)).then(
        () => false,
        () => true,
      );
      if (!ended) break;
      ends += 1;
    }
    expect(ends).toBeGreaterThan(8);
    await upgrade();
    expect({ rows: await fingerprint(), definition: await definition() }).toEqual(before);
    expect(await leftovers()).toEqual([]);
    await migrate(warehouse, Date.now);
    await checkSchema(warehouse);
  });

  it('copies a month again if it was only partly copied', async () => {
    const before = await fingerprint();
    // Up to the copy of the first month.
    await expect(upgrade(endingBefore(6))).rejects.toBeInstanceOf(Stopped);
    const copied = await warehouse.read<{ rows: number }>({ sql: 'SELECT count() AS rows FROM events_by_arrival' });
    expect(copied[0]?.rows).toBeGreaterThan(0);
    await warehouse.command({
      sql: 'ALTER TABLE events_by_arrival DELETE WHERE offset % 2 = 0 SETTINGS mutations_sync = 2',
    });
    await upgrade();
    expect(await fingerprint()).toEqual(before);
  });

  it('keeps events that consumers of the previous version insert meanwhile or retry afterwards, each once', async () => {
    const migration = { isOver: false };
    const acknowledged: EventRow[] = [];
    const insertAll = async () => {
      for (let offset = rows.length; !migration.isOver || acknowledged.length === 0; offset += 1) {
        const [first] = rows;
        if (!first) return;
        const row = { ...first, id: `00000000-0000-4000-9000-${String(offset).padStart(12, '0')}`, offset };
        let isStored = false;
        while (!isStored) {
          isStored = await warehouse.insert(earlierEventsTable, [row], `token-${offset}`).then(
            () => true,
            () => false,
          );
        }
        acknowledged.push(row);
      }
    };
    const inserting = insertAll();
    await Promise.all([upgrade(), upgrade()]);
    migration.isOver = true;
    await inserting;
    const [stored] = await warehouse.read({ sql: 'SELECT count() AS rows, uniqExact(offset) AS offsets FROM events' });
    const expected = rows.length + acknowledged.length;
    expect(stored).toEqual({ rows: expected, offsets: expected });
  });
});

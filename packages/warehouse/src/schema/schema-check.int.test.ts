/** The check of a store's tables at startup. Every other suite on servers shows that a server's tables pass. */
import { StartError } from '@footfall/errors';
import { openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import type { Warehouse } from '../driver/port.ts';
import { checkSchema } from './schema-check.ts';
import { kindOf } from './tables.ts';

describe('the check of the tables at startup', () => {
  let store: Store;
  let warehouse: Warehouse;
  beforeAll(async () => {
    store = await openStore();
    ({ warehouse } = store);
  });
  afterAll(() => store.remove());

  const run = async (...statements: string[]) => {
    for (const sql of statements) await warehouse.command({ sql });
  };
  /** Returns the line that an operator sees after `change`. */
  const complaint = async (change: string[], undo: string[]): Promise<string> => {
    await run(...change);
    try {
      const thrown: unknown = await checkSchema(warehouse).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StartError);
      return String(thrown);
    } finally {
      await run(...undo);
      await checkSchema(warehouse);
    }
  };
  const windowOf = (table: string, inserts: number) =>
    `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${inserts}`;

  it('accepts the tables that the migrations create', async () => {
    await expect(checkSchema(warehouse)).resolves.toBeUndefined();
  });

  it('lists the content of every table of the migrations', async () => {
    const stored = await warehouse.read<{ name: string }>({
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    });
    expect(stored.map(({ name }) => name).filter((name) => kindOf(name) === undefined)).toEqual([]);
  });

  it('G3 every table that cannot be recomputed keeps a record of its inserts, which reveals a lost part', async () => {
    const unwatched = await warehouse.read<{ name: string }>({
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
            AND engine_full NOT LIKE '%non_replicated_deduplication_window = 10000%'`,
    });
    expect(unwatched).toEqual([{ name: 'migrations' }]);
  });

  it('C7 refuses an events table that remembers fewer than 10,000 inserts', async () => {
    expect(await complaint([windowOf('events', 9_999)], [windowOf('events', 10_000)])).toMatch(
      /events remembers the last 9999 inserts .* run ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = 10000$/,
    );
    expect(
      await complaint(
        ['ALTER TABLE events RESET SETTING non_replicated_deduplication_window'],
        [windowOf('events', 10_000)],
      ),
    ).toMatch(/events remembers the last 0 inserts/);
  });

  it.each(['rollup_batches', 'breakdown', 'titles', 'visits', 'activity', 'sessions'])(
    'C5 refuses a table %s that remembers no inserts',
    async (table) => {
      expect(await complaint([windowOf(table, 0)], [windowOf(table, 10_000)])).toContain(
        `${table} remembers the last 0 inserts`,
      );
    },
  );

  it.each([
    [
      'ALTER TABLE events DROP COLUMN props',
      'ALTER TABLE events ADD COLUMN props String CODEC(ZSTD(1))',
      /events has no column props; run ALTER TABLE events ADD COLUMN props String$/,
    ],
    [
      'ALTER TABLE events MODIFY COLUMN engaged_ms Int64',
      'ALTER TABLE events MODIFY COLUMN engaged_ms Int32',
      /events\.engaged_ms is Int64; .*MODIFY COLUMN engaged_ms Int32$/,
    ],
    [
      "ALTER TABLE workspaces MODIFY COLUMN created_at DateTime('UTC')",
      "ALTER TABLE workspaces MODIFY COLUMN created_at DateTime64(3, 'UTC')",
      /workspaces\.created_at is DateTime\('UTC'\)/,
    ],
    [
      'ALTER TABLE workspaces DROP COLUMN plan',
      'ALTER TABLE workspaces ADD COLUMN plan LowCardinality(String)',
      /workspaces has no column plan;/,
    ],
    [
      'ALTER TABLE person_sessions DROP COLUMN ended_at',
      `ALTER TABLE person_sessions ADD COLUMN ended_at SimpleAggregateFunction(min, DateTime64(3, 'UTC'))
       DEFAULT '2299-12-31 00:00:00.000'`,
      /person_sessions has no column ended_at;/,
    ],
    ['RENAME TABLE people TO other_people', 'RENAME TABLE other_people TO people', /no table people/],
    ['RENAME TABLE api_keys TO other_keys', 'RENAME TABLE other_keys TO api_keys', /no table api_keys/],
    [
      'ALTER TABLE api_keys RESET SETTING fsync_after_insert',
      'ALTER TABLE api_keys MODIFY SETTING fsync_after_insert = 1',
      /api_keys .*MODIFY SETTING fsync_after_insert = 1$/,
    ],
  ])('refuses the tables after "%s"', async (change, undo, words) => {
    expect(await complaint([change], [undo])).toMatch(words);
  });

  it('refuses a table that merges rows differently', async () => {
    const change = [
      'RENAME TABLE workspace_deletions TO renamed',
      'CREATE TABLE workspace_deletions AS renamed ENGINE = Memory',
    ];
    const undo = ['DROP TABLE workspace_deletions SYNC', 'RENAME TABLE renamed TO workspace_deletions'];
    expect(await complaint(change, undo)).toMatch(/workspace_deletions is a Memory and not a MergeTree/);
  });

  it('G5 refuses events that are partitioned by the time that clients send', async () => {
    const change = [
      'RENAME TABLE events TO renamed',
      `CREATE TABLE events AS renamed ENGINE = MergeTree PARTITION BY toYYYYMM(timestamp) ORDER BY timestamp
       SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`,
    ];
    expect(await complaint(change, ['DROP TABLE events SYNC', 'RENAME TABLE renamed TO events'])).toMatch(
      /events is not partitioned by the month of arrival/,
    );
  });

  it('accepts columns with a different encoding, and unknown columns and tables', async () => {
    await run(
      'ALTER TABLE events MODIFY COLUMN hostname String',
      'ALTER TABLE events ADD COLUMN note String',
      'CREATE TABLE others (n UInt8) ENGINE = MergeTree ORDER BY n',
    );
    await expect(checkSchema(warehouse)).resolves.toBeUndefined();
  });
});

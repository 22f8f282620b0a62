/** `footfall reconcile`, on the embedded drivers: its output, its exit status and its refusals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busSettingsSchema, openBus } from '@footfall/bus';
import { openWarehouse } from '@footfall/warehouse';
import { footfall, withWarehouse } from '../program.fixture.ts';
import { publishEvents, storePublished } from './events.fixture.ts';

describe('footfall reconcile', () => {
  let directory: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-cli-reconcile-'));
    environment = { DATA_DIR: directory };
    await publishEvents(environment, 120);
    await withWarehouse(environment, (warehouse) => storePublished(environment, warehouse));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const command = (sql: string) => withWarehouse(environment, (warehouse) => warehouse.command({ sql }));

  it('shows each partition and a verdict, and exits with 0, if each event is stored once', async () => {
    const { status, stdout, stderr } = await footfall('reconcile', environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^PARTITION +TOPIC ID +LOG FROM +LOG TO +COMMITTED +ROWS +DISTINCT +DUPLICATES +DEAD LETTERS +MISSING/,
    );
    expect(stdout).toMatch(/\nExact: 120 rows, each offset and each event once; nothing is missing\.\n$/);
  });

  it('C10 exits with 1 if rows are missing or duplicated, also with --json, and repairs them with --repair', async () => {
    await command('ALTER TABLE events DELETE WHERE offset = 3 SETTINGS mutations_sync = 2');
    await command('INSERT INTO events SELECT * FROM events WHERE offset = 5');
    const reported = await footfall('reconcile', environment);
    expect(reported).toMatchObject({ status: 1, stderr: '' });
    expect(reported.stdout).toMatch(
      /\nNot exact: \d missing, \d duplicate offsets?, 0 duplicate IDs\. Repair it with --repair\.\n$/,
    );
    const asJson = await footfall('reconcile --json', environment);
    expect(asJson).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      isExact: false,
      repaired: { missing: 0, duplicateOffsets: 0, duplicateIds: 0 },
    });
    const repaired = await footfall('reconcile --repair', environment);
    expect(repaired).toMatchObject({ status: 0, stderr: '' });
    expect(repaired.stdout).toMatch(
      /\nRepaired: \d missing, \d duplicate offsets?, 0 duplicate IDs\. Exact now: 120 rows, .*\n$/,
    );
    expect((await footfall('reconcile', environment)).status).toBe(0);
  });

  it('distinguishes events that are not stored yet from missing ones, also in JSON', async () => {
    await publishEvents(environment, 7, 120);
    const { status, stdout } = await footfall('reconcile', environment);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nExact: 120 rows, .*; nothing is missing; 7 offsets not stored yet\.\n$/);
    expect(JSON.parse((await footfall('reconcile --json', environment)).stdout)).toMatchObject({ waiting: 7 });
  });

  it.each([
    ['reconcile --mend', /^Error: unknown option '--mend'/],
    ['reconcile everything', /^Error: too many arguments/],
  ])('refuses %s', async (args, reason) => {
    const { status, stderr } = await footfall(args, environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(reason);
  });
});

describe('footfall reconcile on a directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-cli-reconcile-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('creates no store, and says what to set', async () => {
    const { status, stderr } = await footfall('reconcile', { DATA_DIR: join(directory, 'elsewhere') });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: there is no .*elsewhere.*: set DATA_DIR.*\n$/);
  });

  it('names the process that has the store open, which can be another command', async () => {
    const settings = { DATA_DIR: directory };
    await (await openWarehouse(settings)).close();
    const bus = await openBus(busSettingsSchema.parse(settings));
    try {
      const { status, stderr } = await footfall('reconcile', settings);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^Error: \S+ is in use by another process \(pid \d+\); stop it, or choose another DATA_DIR\n$/,
      );
    } finally {
      await bus.close();
    }
  });
});

/** `footfall repair` on an embedded store with a damaged part: the data it restores and the data it reports as lost, and its exit status. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyStore, openWarehouse, repairWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';
import { rollUp } from '@footfall/warehouse/fixture';
import { footfall, withWarehouse } from '../program.fixture.ts';
import { publishEvents, storePublished } from './events.fixture.ts';

let root: string;
let directory: string;
let environment: Record<string, string>;

const use = (name: string) => {
  directory = join(root, name);
  environment = { DATA_DIR: directory };
};

// Each test damages a separate copy of the store.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'footfall-cli-repair-'));
  use('whole');
  for (const first of [0, 40, 80]) await storeEvents(40, first);
});
beforeEach(() => {
  use('damaged');
  cpSync(join(root, 'whole'), directory, { recursive: true });
});
afterEach(() => rmSync(directory, { recursive: true }));
afterAll(() => rmSync(root, { recursive: true }));

/** Publishes events and stores them in one insert. */
async function storeEvents(count: number, first: number): Promise<void> {
  await publishEvents(environment, count, first);
  await withWarehouse(environment, async (warehouse) => {
    // The parts stay as they were inserted.
    await warehouse.command({ sql: 'ALTER TABLE events MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1' });
    await storePublished(environment, warehouse);
    // A rebuild begins once no process reads from the rollups.
    await rollUp(warehouse, { now: () => Date.now() + 60_000 });
  });
}

/** Flips a bit of each byte in a file of the part of `table` with this `index`, so that nothing in it can be read. Returns the part's name. */
async function flip(table: string, index: number, file: string): Promise<string> {
  let found: { name: string; path: string }[] = [];
  await withWarehouse(environment, async (warehouse) => {
    found = await warehouse.read({
      sql: `SELECT name, path FROM system.parts WHERE active AND table = '${table}' AND database = currentDatabase() ORDER BY min_block_number`,
    });
  });
  const part = found.at(index);
  if (!part) throw new Error(`${table} has no part ${index}`);
  const bytes = readFileSync(join(part.path, file));
  writeFileSync(
    join(part.path, file),
    bytes.map((byte) => byte ^ 1),
  );
  return part.name;
}

const started = () =>
  openWarehouse({ DATA_DIR: directory }).then(
    async (warehouse) => {
      await warehouse.close();
      return 'started';
    },
    (error: unknown) => String(error),
  );

it('G3 reports that nothing is damaged', async () => {
  const { status, stdout } = await footfall('repair', environment);
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'Nothing is damaged: every part matches its checksums.\n' });
});

it('G3 reports a merged part that a power failure damaged, which its sources replace', async () => {
  let merged: { name: string; path: string } | undefined;
  await withWarehouse(environment, async (warehouse) => {
    await warehouse.command({ sql: 'OPTIMIZE TABLE events FINAL' });
    [merged] = await warehouse.read<{ name: string; path: string }>({
      sql: `SELECT name, path FROM system.parts WHERE active AND table = 'events' AND database = currentDatabase()`,
    });
  });
  const { name = '', path = '' } = merged ?? {};
  for (const file of readdirSync(path)) truncateSync(join(path, file));
  const line = `Part ${name} of events is damaged, but other parts have all of its rows: nothing is lost.`;
  const shown = await footfall('repair', environment);
  expect(shown).toMatchObject({
    status: 0,
    stdout: `${line}\nNothing is damaged otherwise: every part matches its checksums.\n`,
  });
});

it('G3 restores a damaged part that the log still has', async () => {
  const part = await flip('events', -1, 'data.bin');
  expect(await started()).toContain(`Table events: part ${part} is damaged`);
  const shown = await footfall('repair --dry-run', environment);
  expect(shown.status).toBe(1);
  expect(shown.stdout).toMatch(new RegExp(`events +${part} +40 +its checksums do not match`));
  expect(await started()).toContain('is damaged');
  const { status, stdout } = await footfall('repair', environment);
  expect(stdout).toMatch(/\n40 events were restored from the log\.\n/);
  expect(stdout).toMatch(/\nRepaired: everything was restored\.\n$/);
  expect(status).toBe(0);
  expect(await started()).toBe('started');
  const { stdout: proof } = await footfall('reconcile', environment);
  expect(proof).toMatch(/\nExact: 120 rows, each offset and each event once; nothing is missing\.\n$/);
});

it.each(['data.bin', 'count.txt'])(
  'G3 lists the lost offsets if %s of a part older than the log is damaged',
  async (file) => {
    const part = await flip('events', 1, file);
    expect(await started()).toContain(`Table events: part ${part} is damaged`);
    const { status, stdout } = await footfall('repair', environment);
    expect(stdout).toMatch(
      /\nPartition 0: the log begins at offset \d+; before it, 40 offsets without a row\..* 40 to 79\.\n/,
    );
    expect(stdout).toMatch(/not everything could be restored\.\n$/);
    expect(status).toBe(1);
    expect(await started()).toBe('started');
    // Later reports do not call the store exact, because the events cannot be compared.
    const { stdout: later } = await footfall('reconcile', environment);
    expect(later).toMatch(
      /\nExact as far as the log reaches: 80 rows, .*; 40 offsets without a row before the start of the log cannot be compared\.\n$/,
    );
    expect(JSON.parse((await footfall('repair --json', environment)).stdout)).toMatchObject({
      damaged: [],
      replaced: [],
    });
  },
);

it('G3 reports lost keys, and the store opens again', async () => {
  await withWarehouse(environment, async (warehouse) => {
    const keys = createKeyStore(warehouse, Date.now);
    const { workspaceId } = await keys.createWorkspace({ name: 'Damaged' });
    await keys.createKey(workspaceId, { type: 'secret' });
  });
  const part = await flip('api_keys', 0, 'data.bin');
  expect(await started()).toContain(`Table api_keys: part ${part} is damaged`);
  const { status, stdout } = await footfall('repair', environment);
  expect(stdout).toMatch(/\nWorkspaces and keys in these parts are lost: .*footfall keys/);
  expect(status).toBe(1);
  expect(await started()).toBe('started');
});

it.each([
  ['repair', 'stdout'],
  ['repair --json', 'stderr'],
] as const)('G3 reports lost keys before it opens the log, which may fail: %s', async (command, stream) => {
  await withWarehouse(environment, (warehouse) =>
    createKeyStore(warehouse, Date.now).createWorkspace({ name: 'Damaged' }),
  );
  const part = await flip('workspaces', 0, 'data.bin');
  truncateSync(join(directory, 'bus/data/data.mdb'), 1);
  const outcome = await footfall(command, environment);
  expect(outcome.status).toBe(1);
  expect(outcome.stderr).toMatch(/Error: .*bus.*\n$/);
  expect(outcome[stream]).toMatch(new RegExp(`workspaces +${part} +1 +its checksums do not match\\n`));
  expect(outcome[stream]).toMatch(/\nWorkspaces and keys in these parts are lost: .*footfall keys/);
  // No later check finds the part.
  expect(await started()).toBe('started');
});

it.each(['breakdown', 'rollup_batches'])(
  'G3 requests a rebuild of the rollups if a part of %s is damaged',
  async (table) => {
    const part = await flip(table, 0, 'data.bin');
    expect(await started()).toContain(`Table ${table}: part ${part} is damaged`);
    const { status, stdout } = await footfall('repair', environment);
    expect(stdout).toMatch(/\nThe consumer recomputes the rollups from the events\.\n/);
    expect(status).toBe(0);
    await storeEvents(10, 120);
    const { stdout: proof } = await footfall('verify', environment);
    expect(proof).toMatch(/\nExact: the rollups and the events return the same results \(130 events/);
  },
);

it('G3 requests a rebuild of the rollups if the command was interrupted after it had detached the damaged part', async () => {
  await flip('events', 1, 'data.bin');
  await repairWarehouse(warehouseSettingsSchema.parse(environment), { isDryRun: false });
  const { status, stdout } = await footfall('repair', environment);
  expect(stdout).toMatch(/^Nothing is damaged: .*\nPartition 0: .*, 40 offsets without a row\..* 40 to 79\.\n$/);
  expect(status).toBe(0);
  await storeEvents(10, 120);
  const { stdout: proof } = await footfall('verify', environment);
  expect(proof).toMatch(/\nExact: the rollups and the events return the same results \(90 events/);
});

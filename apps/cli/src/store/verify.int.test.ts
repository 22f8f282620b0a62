/** `footfall verify` and `footfall explain`: their output, exit status and refusals. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithServers, ownNamespace, type Namespace, type Servers } from '@footfall/test-servers';
import { eventsTable, openWarehouse, RollupWorker } from '@footfall/warehouse';
import { footfall, withWarehouse } from '../program.fixture.ts';

const eventsStored = 60;

let directory: string;
let namespace: Namespace;
let environment: Record<string, string>;

const command = (sql: string) => withWarehouse(environment, (warehouse) => warehouse.command({ sql }));

/** Creates a store with events but without rollups, for all tests of a suite. */
function withStoreOn(servers: Servers): void {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-cli-verify-'));
    namespace = ownNamespace(servers);
    environment = { ...namespace.settings, DATA_DIR: directory };
    await withWarehouse(environment, (warehouse) =>
      warehouse.insert(
        eventsTable,
        Array.from({ length: eventsStored }, (_, offset) => ({
          ...enrichedEvent({
            workspaceId: 'ws_0123456789abcdef',
            id: `0198c7e2-aaaa-7bbb-8ccc-${String(offset).padStart(12, '0')}`,
            visitorId: `${offset % 9}`.padStart(16, '0'),
            sessionId: `${offset % 20}`.padStart(16, '0'),
            timestamp: Date.UTC(2026, 2, 1 + (offset % 20)),
            path: `/${offset % 3}`,
          }),
          topicId: 'topic',
          partition: 0,
          offset,
        })),
      ),
    );
  });
  afterAll(async () => {
    await namespace.remove();
    rmSync(directory, { recursive: true });
  });
}

async function rollUpAll(): Promise<void> {
  await withWarehouse(environment, async (warehouse) => {
    const worker = new RollupWorker(warehouse, Date.now);
    while ((await worker.advance([{ topicId: 'topic', partition: 0, offset: eventsStored }], true)) !== undefined);
  });
}

describe('verify and explain', () => {
  withStoreOn({});

  it('exits with 0 and says so if there are no rollups to compare', async () => {
    const { status, stdout, stderr } = await footfall('verify', environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Nothing to compare: there are no rollups\. .*\n$/);
    const asJson = await footfall('verify --json', environment);
    expect(asJson.status).toBe(0);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ isExact: true, batch: 0, at: null, events: 0 });
    expect(await footfall('verify --workspace ws_nope', environment)).toMatchObject({
      status: 1,
      stderr: 'Error: there is no workspace ws_nope\n',
    });
  });

  it('shows the comparisons and a verdict, and exits with 0, if all results agree', async () => {
    await rollUpAll();
    const { status, stdout, stderr } = await footfall('verify', environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^WHAT +COMPARED +DIFFERING +UNSETTLED\ndays +0 +0 +0\n/);
    expect(stdout).toMatch(/\nhistory +1 +0 +0\ninvariants +13 +0 +0\n\nExact: /);
    expect(stdout).toMatch(/: .* \(60 events of 1 workspace, as of batch 2 at .*Z, --seed \d+\)\.\n$/);
  });

  it('compares days, parts of days and random ranges of workspaces that are read from rollups', async () => {
    const large = { ...environment, EVENTS_READ_MAX: '0' };
    const { status, stdout } = await footfall('verify --from 2026-03-02 --to 2026-03-03 --seed 42', large);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\ndays +2 +0 +0\nparts of days +3 +0 +0\nrandom ranges +2 +0 +0\nhistory +1 +0 +0\n/);
    expect(stdout).toContain('--seed 42).');
  });

  it('lists range, dimension, value and both figures of a difference, also in JSON, and exits with 1', async () => {
    await command(`INSERT INTO breakdown (workspace_id, dimension, value, grain, time, last_seen, count, uniques)
      VALUES ('ws_0123456789abcdef', 'path', '/1', 'day', '2026-03-02 00:00:00', 0, 4, 1),
        ('ws_0123456789abcdef', 'path', '/gone', 'day', '2026-03-02 00:00:00', 0, 1, 1)`);
    await command(
      "INSERT INTO activity (workspace_id, kind, times, kept_until) VALUES ('ws_0123456789abcdef', 'event', 2, '2100-01-01')",
    );
    const reported = await footfall('verify', environment);
    expect(reported).toMatchObject({ status: 1, stderr: '' });
    expect(reported.stdout).toMatch(/\nWORKSPACE +RANGE +DIMENSION +VALUE +FIGURE +ROLLUPS +EVENTS\n/);
    expect(reported.stdout).toMatch(/\nws_0123456789abcdef +all time +path +\/1 +count +24 +20\n/);
    expect(reported.stdout).toMatch(/\nws_0123456789abcdef +all time +path +\/gone +count +1 +none\n/);
    expect(reported.stdout).toMatch(
      /\nINVARIANT +OF +FOUND +EXPECTED\nevents in activity +ws_0123456789abcdef +62 +60\n/,
    );
    expect(reported.stdout).toMatch(/\nNot exact: history, invariants \(.*\)\. Repair it with footfall rebuild\.\n$/);
    const asJson = await footfall('verify --from 2026-03-02 --to 2026-03-02 --json', environment);
    expect(asJson).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      isExact: false,
      differences: expect.arrayContaining([
        {
          workspaceId: 'ws_0123456789abcdef',
          start: '2026-03-02T00:00:00.000Z',
          end: '2026-03-03T00:00:00.000Z',
          dimension: 'path',
          value: '/1',
          figure: 'count',
          rollups: '5',
          events: '1',
        },
      ]),
      violations: [],
    });
  });

  it('accepts a first and a last day, both inclusive, and a workspace', async () => {
    const statusOf = async (args: string) => (await footfall(`verify ${args}`, environment)).status;
    expect(await statusOf('--from 2026-03-02 --to 2026-03-02')).toBe(1);
    expect(await statusOf('--to 2026-03-01')).toBe(0);
    expect(await statusOf('--from 2026-03-03')).toBe(0);
    expect(await statusOf('--workspace ws_0123456789abcdef')).toBe(1);
  });

  it('shows the source that an endpoint reads, and the cost of each statement', async () => {
    const period = `--start ${new Date(Date.UTC(2026, 2, 1)).toISOString()} --end 2026-03-31`;
    const { status, stdout, stderr } = await footfall(`explain pages ${period} --param limit=2`, environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^pages of ws_0123456789abcdef\nRead from events, because .* \(60 rolled up\)\.\n/);
    expect(stdout).toMatch(/\nSTATEMENT +BY +MS +ROWS READ +BYTES READ +RESULT ROWS +MEMORY\n/);
    expect(stdout).toMatch(/\n +2 +query +[\d.]+ +60 +[\d.]+ kB +2 +\S/);
    expect(stdout).toMatch(/\n +2 +events +1 of 1 +1 of 1 +workspace_id/);
    expect(stdout).not.toContain('SELECT');
  });

  it('shows the statements with their values with --sql, and always in JSON', async () => {
    const args = 'explain visitors --param granularity=week --start 2026-03-01 --end 2026-03-31';
    expect((await footfall(`${args} --sql`, environment)).stdout).toMatch(
      /\n-- statement 2: \{.*"workspaceId":"ws_0123456789abcdef".*\}\nSELECT /,
    );
    const { status, stdout } = await footfall(`${args} --json`, environment);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      endpoint: 'visitors',
      source: 'events',
      choice: { source: 'events' },
      statements: [{ by: 'choice' }, { by: 'query', tables: expect.arrayContaining([]) }, { by: 'query' }],
      result: { granularity: 'week' },
    });
  });

  it('reads the rollups of workspaces above EVENTS_READ_MAX', async () => {
    const { stdout } = await footfall('explain channels --start 2026-03-01 --end 2026-03-31', {
      ...environment,
      EVENTS_READ_MAX: '0',
    });
    expect(stdout).toMatch(/\nRead from rollups, because /);
    expect(stdout).toMatch(/ +breakdown +\d+ of \d+ +\d+ of \d+ +workspace_id, dimension, grain, time, last_seen\n/);
  });

  it('names the tables that are read for results that the rollups cannot provide', async () => {
    const { stdout } = await footfall('explain channels --param filter=country:is:DE --start 2026-03-01', {
      ...environment,
      EVENTS_READ_MAX: '0',
    });
    expect(stdout).toMatch(/\nRead from visits and events, because the rollups do not contain what is requested\.\n/);
    expect(stdout).toMatch(/ +visits +\d+ of \d+ /);
  });

  it('names the endpoints that are always read from events', async () => {
    const { status, stdout } = await footfall('explain realtime', environment);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^realtime of ws_0123456789abcdef\nAlways read from events\.\n/);
  });

  it.each([
    ['verify --from yesterday', /^Error: .*--from.* It must be a date such as 2026-03-01\./],
    ['verify --from 2026-02-31', /It must be a date such as/],
    [
      'verify --from 2026-03-02 --to 2026-03-01',
      /^Error: --from must not be after --to, got 2026-03-02 and 2026-03-01\n$/,
    ],
    ['verify --mend', /^Error: unknown option '--mend'/],
    ['verify --seed none', /^Error: .*--seed.* It must be an integer from 0 to 4,294,967,295\./],
    ['explain', /^Error: missing required argument 'endpoint'/],
    [
      'explain everything',
      /^Error: the endpoint must be one of overview, .*realtime, breakdown, series, goals, .*retention, got "everything"\n$/,
    ],
    ['explain pages --param limit=many', /^Error: limit /],
    ['explain pages --start 2026-03-02 --end 2026-03-01', /^Error: start /],
    ['explain pages --workspace ws_another', /^Error: workspace ws_another has no events\n$/],
    ['explain pages --param fliter=country:is:DE', /^Error: the parameters of pages are start, .*, got "fliter"\n$/],
    ['verify --workspace ws_another', /^Error: there is no workspace ws_another\n$/],
  ])('refuses %s', async (args, reason) => {
    const { status, stderr } = await footfall(args, environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(reason);
  });
});

describeWithServers('verify and explain on a server', ['CLICKHOUSE_URL'], (servers) => {
  withStoreOn(servers);

  it('compare its results, and show which tables its statements read', async () => {
    await rollUpAll();
    const verified = await footfall('verify', environment);
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nhistory +1 +0 +0\n/) });
    const explained = await footfall('explain pages --start 2026-03-01 --end 2026-03-31', environment);
    expect(explained).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n +2 +events +1 of 1 +1 of 1 +/) });
  });
});

describe('verify and explain without a store', () => {
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-cli-verify-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it.each(['verify', 'explain pages'])('%s creates no store, and says what to set', async (args) => {
    const { status, stderr } = await footfall(args, { DATA_DIR: join(directory, 'elsewhere') });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: there is no .*elsewhere.*: set DATA_DIR.*\n$/);
  });

  it.each(['verify', 'explain pages'])(
    '%s creates nothing in an empty directory, which may be a mount point',
    async (args) => {
      const store = join(directory, 'clickhouse');
      mkdirSync(store);
      const { status, stderr } = await footfall(args, { DATA_DIR: directory });
      expect({ status, files: readdirSync(store) }).toEqual({ status: 1, files: [] });
      expect(stderr).toMatch(/^Error: \S+\/clickhouse is empty: set DATA_DIR.*\n$/);
    },
  );

  it('explain fails if no events are stored yet', async () => {
    const settings = { DATA_DIR: directory };
    await (await openWarehouse(settings)).close();
    expect(await footfall('explain pages', settings)).toMatchObject({
      status: 1,
      stderr: 'Error: no events are stored yet\n',
    });
  });
});

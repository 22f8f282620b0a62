/** `footfall demo` next to the whole product. */
import { createServer } from 'node:http';
import { listenLocally, until } from '@footfall/test-servers';
import { adminToken, withProduct } from '../product.fixture.ts';
import { footfall as runFootfall } from '../program.fixture.ts';
import { Traffic } from './traffic.ts';

const rig = withProduct();
const { footfall, json, tenant, read, readAtOnce } = rig;

const ninetyDaysAgo = () => new Date(Date.now() - 91 * 86_400_000).toISOString();

describe('footfall demo', () => {
  it('prints the URL of the workspace on the dashboard, and how to sign in', async () => {
    const { stdout } = await footfall('demo --events 100', { FOOTFALL_COMMAND: 'docker compose run --rm footfall' });
    const [, workspaceId] = /workspace +(ws_\w+)/.exec(stdout) ?? [];
    expect(stdout).toContain(`Open the dashboard: ${rig.product.apiUrl}/?site=${workspaceId}\n`);
    expect(stdout).toContain('\n  docker compose run --rm footfall sign-in ');
  });

  it('creates a workspace for which every endpoint has data', async () => {
    const { secretKey = '', accepted, rejected } = await json('demo --events 3000');
    expect(Number(accepted)).toBeGreaterThanOrEqual(3000);
    expect(rejected).toEqual({});
    // The command returns when its events can be read, because an earlier response would be cached.
    const { data } = (await readAtOnce(`events?limit=1000&start=${ninetyDaysAgo()}`, secretKey)) as {
      data: { count: number }[];
    };
    expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(Number(accepted));
    const lists: Record<string, string[]> = {
      overview: ['topPages'],
      'visitors?granularity=hour': ['data'],
      pages: ['data'],
      sources: ['referrers', 'utmSources'],
      events: ['data'],
      campaigns: ['campaigns', 'adPlatforms'],
      channels: ['data'],
      devices: ['browsers', 'devices', 'operatingSystems'],
      geo: ['countries', 'cities'],
      'ux-insights': ['dead_clicks_by_page', 'rage_clicks_by_page', 'low_scroll_pages'],
      realtime: ['activePages', 'countries'],
      goals: ['data'],
    };
    for (const [name, fields] of Object.entries(lists)) {
      const result = await read(name, secretKey);
      const lengths = fields.map((field) => [name, field, Math.sign((result[field] as unknown[]).length)]);
      expect(lengths).toEqual(fields.map((field) => [name, field, 1]));
    }
    const goals = Object((await read('goals', secretKey))['data']);
    expect(goals).toHaveLength(2);
    for (const goal of goals) expect(goal.visitors).toBeGreaterThan(0);
  });
});

describe('footfall demo next to a server on other ports', () => {
  const run = (args: string, environment: Record<string, string> = {}) =>
    runFootfall(args, { DATA_DIR: rig.directory, ...environment });

  it('A20 reads the URLs from the socket', async () => {
    const { status, stdout, stderr } = await run('demo --events 100');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Open the dashboard: ${rig.product.apiUrl}/?site=`);
  });

  it.each(['workspaces create Shop --with-keys', 'sign-in'])('A20 prints the URLs of that server: %s', async (args) => {
    expect((await run(args)).stdout).toContain(rig.product.apiUrl);
  });

  it('A20 creates no workspace if the ingest server does not respond', async () => {
    const before = await json('workspaces list');
    const { status, stderr } = await run('demo --events 100 --ingest http://127.0.0.1:1');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'Error: no response from the ingest server at http://127.0.0.1:1: is Footfall running? Set --ingest to its URL\n',
    });
    expect(await json('workspaces list')).toEqual(before);
  });

  it('A20 leaves no workspace if the ingest server refuses the events', async () => {
    const before = await json('workspaces list');
    const server = createServer((request, response) => {
      response.statusCode = request.method === 'GET' ? 200 : 403;
      response.end(JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message: 'No' } }));
    });
    const { status } = await run(`demo --events 100 --ingest http://127.0.0.1:${await listenLocally(server)}`);
    server.close();
    expect(status).toBe(1);
    expect(await json('workspaces list')).toEqual(before);
  });

  it('A20 covers 90 days, with a visitor at the moment', async () => {
    const { secretKey = '' } = await json('demo --events 3000');
    const { data } = Object(await read(`visitors?start=${ninetyDaysAgo()}&granularity=week`, secretKey));
    expect(data.slice(1).filter(({ visitors }: { visitors: number }) => visitors > 0).length).toBe(data.length - 1);
    expect(Number((await read('realtime', secretKey))['activeVisitors'])).toBeGreaterThan(0);
  });

  it('A20 sends events until it is interrupted with --live, and exits with 0', async () => {
    const { workspaceId, key } = await tenant();
    const events = async () => {
      const { data } = Object(await read(`events?start=${ninetyDaysAgo()}&end=${new Date().toISOString()}`, key));
      return data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    };
    const running = run(`demo --live --events 100 --key ${key}`);
    const history = new Traffic(1).history(100, Date.now()).length;
    await until(async () => (await events()) > history, events);
    process.emit('SIGINT');
    const { status, stdout } = await running;
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nStopped after [\d,]+ live events\.\n$/);
    expect(workspaceId).toMatch(/^ws_/);
  });
});

describe('the options of footfall demo', () => {
  const workspaces = () => json('workspaces list');

  it.each([
    ['demo --ingest nope', {}, /^Error: --ingest must be a URL such as .*, got "nope"\n$/],
    ['demo --ingest ftp://in.example', {}, /--ingest must be a URL .*got "ftp/],
    ['demo --events 2000001', {}, /from 0 to 2,000,000/],
    ['demo --api https://footfall.example', { ADMIN_TOKEN: adminToken }, /--ingest must be set with --api/],
    [
      'demo --events 100',
      { ADMIN_TOKEN: adminToken, FOOTFALL_API: 'https://footfall.example' },
      /--ingest must be set with FOOTFALL_API/,
    ],
  ])('are checked before a workspace is created: %s', async (args, environment, reason) => {
    const before = await workspaces();
    const { status, stderr } = await footfall(args, environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: .*\n$/);
    expect(stderr).toMatch(reason);
    expect(await workspaces()).toEqual(before);
  });

  it('include --api, whose URL is printed', async () => {
    const elsewhere = `demo --events 100 --api ${rig.product.apiUrl} --ingest ${rig.product.ingestUrl}`;
    const { stdout } = await footfall(elsewhere, { ADMIN_TOKEN: adminToken, API_PORT: '2' });
    expect(stdout).toContain(`'${rig.product.apiUrl}/api/v1/analytics/overview'`);
  });
});

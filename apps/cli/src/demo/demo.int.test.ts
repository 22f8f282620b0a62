/** `footfall demo` next to the whole product. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { until } from '@footfall/test-servers';
import { adminToken, withProduct } from '../product.fixture.ts';
import { footfall as runFootfall } from '../program.fixture.ts';
import { Traffic } from './traffic.ts';

const rig = withProduct();
const { footfall, json, tenant, ask, askAtOnce } = rig;

const ninetyDaysAgo = () => new Date(Date.now() - 91 * 86_400_000).toISOString();

describe('footfall demo', () => {
  it('says where the dashboard shows its workspace, and how to sign in there', async () => {
    const { stdout } = await footfall('demo --events 100');
    const [, workspaceId] = /workspace +(ws_\w+)/.exec(stdout) ?? [];
    expect(stdout).toContain(`Open the dashboard: ${rig.product.apiUrl}/?site=${workspaceId}\n`);
    expect(stdout).toContain('footfall sign-in');
  });

  it('makes a workspace that every endpoint has something to say about', async () => {
    const { secretKey = '', accepted, rejected } = await json('demo --events 3000');
    expect(Number(accepted)).toBeGreaterThanOrEqual(3000);
    expect(rejected).toEqual({});
    // The command returns when its events can be read: an earlier response would stay in the cache.
    const { data } = (await askAtOnce(`events?limit=1000&start=${ninetyDaysAgo()}`, secretKey)) as {
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
      const answer = await ask(name, secretKey);
      const lengths = fields.map((field) => [name, field, Math.sign((answer[field] as unknown[]).length)]);
      expect(lengths).toEqual(fields.map((field) => [name, field, 1]));
    }
    const goals = Object((await ask('goals', secretKey))['data']);
    expect(goals).toHaveLength(2);
    for (const goal of goals) expect(goal.visitors).toBeGreaterThan(0);
  });
});

describe('footfall demo, beside a server on ports of its own,', () => {
  const beside = (args: string, environment: Record<string, string> = {}) =>
    runFootfall(args, { DATA_DIR: rig.directory, ...environment });

  it('A20 learns its addresses from the socket', async () => {
    const { status, stdout, stderr } = await beside('demo --events 100');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Open the dashboard: ${rig.product.apiUrl}/?site=`);
  });

  it.each(['workspaces create Shop --with-keys', 'sign-in'])(
    'A20 prints addresses that lead there: %s',
    async (args) => {
      expect((await beside(args)).stdout).toContain(rig.product.apiUrl);
    },
  );

  it('A20 makes no workspace when the ingest server does not answer', async () => {
    const before = await json('workspaces list');
    const { status, stderr } = await beside('demo --events 100 --ingest http://127.0.0.1:1');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'Error: no response from the ingest server at http://127.0.0.1:1: is Footfall running there? (--ingest URL)\n',
    });
    expect(await json('workspaces list')).toEqual(before);
  });

  it('A20 leaves no workspace when the ingest server refuses its events', async () => {
    const before = await json('workspaces list');
    const server = createServer((request, response) => {
      response.statusCode = request.method === 'GET' ? 200 : 403;
      response.end(JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message: 'No' } }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { status } = await beside(`demo --events 100 --ingest http://127.0.0.1:${Object(server.address()).port}`);
    server.close();
    expect(status).toBe(1);
    expect(await json('workspaces list')).toEqual(before);
  });

  it('A20 covers 90 days, and has somebody there now', async () => {
    const { secretKey = '' } = await json('demo --events 3000');
    const { data } = Object(await ask(`visitors?start=${ninetyDaysAgo()}&granularity=week`, secretKey));
    expect(data.slice(1).filter(({ visitors }: { visitors: number }) => visitors > 0).length).toBe(data.length - 1);
    expect(Number((await ask('realtime', secretKey))['activeVisitors'])).toBeGreaterThan(0);
  });

  it('A20 continues for as long as it runs with --live, and ends well', async () => {
    const { workspaceId, key } = await tenant();
    const events = async () => {
      const { data } = Object(await ask(`events?start=${ninetyDaysAgo()}&end=${new Date().toISOString()}`, key));
      return data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    };
    const running = beside(`demo --live --events 100 --key ${key}`);
    const history = new Traffic(1).history(100, Date.now()).length;
    await until(async () => (await events()) > history, events);
    process.emit('SIGINT');
    const { status, stdout } = await running;
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nStopped after [\d,]+ live events\.\n$/);
    expect(workspaceId).toMatch(/^ws_/);
  });
});

describe('footfall demo, told what it cannot do,', () => {
  const workspaces = () => json('workspaces list');

  it.each([
    ['demo --ingest nope', {}, /^Error: --ingest must be a URL such as .*, got "nope"\n$/],
    ['demo --ingest ftp://in.example', {}, /--ingest must be a URL .*got "ftp/],
    ['demo --events 2000001', {}, /from 0 to 2,000,000/],
    ['demo --api https://stats.example', { ADMIN_TOKEN: adminToken }, /--ingest must be set with --api/],
  ])('makes no workspace: %s', async (args, environment, reason) => {
    const before = await workspaces();
    const { status, stderr } = await footfall(args, environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: .*\n$/);
    expect(stderr).toMatch(reason);
    expect(await workspaces()).toEqual(before);
  });

  it('shows the API that it was told of', async () => {
    const elsewhere = `demo --events 100 --api ${rig.product.apiUrl} --ingest ${rig.product.ingestUrl}`;
    const { stdout } = await footfall(elsewhere, { ADMIN_TOKEN: adminToken, API_PORT: '2' });
    expect(stdout).toContain(`'${rig.product.apiUrl}/api/v1/analytics/overview'`);
  });
});

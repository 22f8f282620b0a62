/** The command line against the whole product, started in this process. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadSettings } from '@footfall/process/settings';
import { type Standalone, standaloneSettingsSchema, startStandalone } from '@footfall/standalone';
import { createLogger } from '@footfall/process';
import { Traffic } from './demo/traffic.ts';
import { footfall as runFootfall, type Outcome } from './program.fixture.ts';

const adminToken = 'let-me-in-please';
const ninetyDaysAgo = () => new Date(Date.now() - 91 * 86_400_000).toISOString();
let directory: string;
let product: Standalone;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-cli-'));
  const environment = { DATA_DIR: directory, API_PORT: '0', INGEST_PORT: '0', ADMIN_TOKEN: adminToken };
  const settings = loadSettings(standaloneSettingsSchema, environment);
  product = await startStandalone(settings, { logger: createLogger('test', 'silent', false) });
});
afterAll(async () => {
  await product.stop();
  rmSync(directory, { recursive: true });
});

/** Runs `footfall` with `args` beside the product. */
function footfall(args: string, environment: Record<string, string> = {}): Promise<Outcome> {
  return runFootfall(args, {
    DATA_DIR: directory,
    INGEST_PORT: new URL(product.ingestUrl).port,
    API_PORT: new URL(product.apiUrl).port,
    ...environment,
  });
}

async function json(args: string, environment: Record<string, string> = {}): Promise<Record<string, string>> {
  const { status, stdout, stderr } = await footfall(`${args} --json`, environment);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, string>;
}

/** A new workspace and a secret key of it. */
async function tenant(): Promise<{ workspaceId: string; key: string }> {
  const { workspaceId = '' } = await json('workspaces create Test');
  const { key = '' } = await json(`keys create ${workspaceId} --type secret`);
  return { workspaceId, key };
}

async function ask(name: string, key: string): Promise<Record<string, unknown>> {
  await product.drain();
  return askAtOnce(name, key);
}

/** What the API says now, whether or not everything accepted is stored. */
async function askAtOnce(name: string, key: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${product.apiUrl}/api/v1/analytics/${name}`, { headers: { 'X-API-Key': key } });
  return (await response.json()) as Record<string, unknown>;
}

describe('footfall workspaces', () => {
  it('makes, shows, changes, lists and deletes one', async () => {
    const { workspaceId = '' } = await json('workspaces create Shop --domain shop.example');
    const defaults = { plan: 'enterprise', allowedOrigins: ['shop.example', '*.shop.example'] };
    expect(await json(`workspaces show ${workspaceId}`)).toMatchObject({ domain: 'shop.example', ...defaults });
    const update = (options: string) => json(`workspaces update ${workspaceId} ${options}`);
    const named = { allowedOrigins: ['a.example', '*.b.example'] };
    expect(await update('--plan pro --origin a.example *.b.example')).toMatchObject({ plan: 'pro', ...named });
    const renamed = { name: 'Store', plan: 'pro', domain: 'shop.example', allowedOrigins: [] };
    expect(await update('--name Store --any-origin')).toMatchObject(renamed);
    expect((await footfall('workspaces list')).stdout).toMatch(
      new RegExp(`${workspaceId} +Store +pro +shop\\.example +any`),
    );
    expect((await footfall(`workspaces delete ${workspaceId} --yes`)).stdout).toBe(`${workspaceId} is deleted\n`);
    expect(await footfall(`workspaces show ${workspaceId}`)).toMatchObject({ status: 1, stdout: '' });
  });

  it('makes one with its keys, and shows how to use them where clients reach the server', async () => {
    const environment = { API_URL: 'https://stats.example', INGEST_URL: 'https://in.example/' };
    const { stdout } = await footfall('workspaces create Site --with-keys', environment);
    const publicKey = /pk_live_\w+/.exec(stdout)?.[0] ?? '';
    const secretKey = /sk_live_\w+/.exec(stdout)?.[0] ?? '';
    expect(stdout).toContain(`curl 'https://in.example/api/v1/events' -H 'X-API-Key: ${publicKey}'`);
    expect(stdout).toContain(`curl 'https://stats.example/api/v1/analytics/realtime' -H 'X-API-Key: ${secretKey}'`);
    expect(stdout).toContain(`<script defer src="https://in.example/tracker.js" data-key="${publicKey}"></script>`);
    const sent = await fetch(`${product.ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: {
        'X-API-Key': publicKey,
        'Content-Type': 'application/json',
        'User-Agent': /-A '(.+)'/.exec(stdout)?.[1] ?? '',
      },
      body: /-d '(.+)'/.exec(stdout)?.[1] ?? '',
    });
    expect(sent.status).toBe(202);
    expect(await ask('realtime', secretKey)).toMatchObject({ activeVisitors: 1 });
  });

  it('gives one with its keys as JSON', async () => {
    const { workspaceId, publicKey, secretKey = '' } = await json('workspaces create Site --with-keys');
    expect(publicKey).toMatch(/^pk_live_/);
    expect(await ask('realtime', secretKey)).toMatchObject({ success: true, workspaceId });
  });

  it('deletes nothing without being told to, where it cannot ask', async () => {
    const { workspaceId } = await tenant();
    expect((await footfall(`workspaces delete ${workspaceId}`)).status).toBe(1);
    expect((await json(`workspaces show ${workspaceId}`))['workspaceId']).toBe(workspaceId);
  });
});

describe('footfall keys', () => {
  it('makes one that works, rotates it and revokes what came of it', async () => {
    const { workspaceId } = await tenant();
    const first = await json(`keys create ${workspaceId} --type secret --name nightly`);
    expect(await ask('realtime', first['key'] ?? '')).toMatchObject({ success: true, workspaceId });
    const second = await json(`keys rotate ${first['keyId']}`);
    expect(await ask('realtime', first['key'] ?? '')).toMatchObject({ success: false });
    expect(await ask('realtime', second['key'] ?? '')).toMatchObject({ success: true });
    await footfall(`keys revoke ${second['keyId']}`);
    expect(await ask('realtime', second['key'] ?? '')).toMatchObject({ success: false });
    const { stdout } = await footfall(`keys list ${workspaceId}`);
    expect(stdout).toMatch(new RegExp(`${second['keyId']} .*…${second['key']?.slice(-4)} .*revoked`));
    expect(stdout).toMatch(new RegExp(`${first['keyId']} .* expired `));
    expect(stdout).not.toContain(second['key']);
    const { key: third = '' } = await json(
      `keys create ${workspaceId} --type public --expires-at 2099-01-01T00:00:00Z`,
    );
    expect((await footfall(`keys list ${workspaceId}`)).stdout).toMatch(
      new RegExp(`…${third.slice(-4)} .* expires 2099-01-01T00:00:00.000Z`),
    );
  });
});

describe('footfall, told where to go,', () => {
  it('uses the port and the token instead of the socket', async () => {
    const { status } = await footfall(`workspaces list --api ${product.apiUrl}`, { ADMIN_TOKEN: adminToken });
    expect(status).toBe(0);
  });

  it.each([
    ['a wrong token', 'workspaces list --api', { ADMIN_TOKEN: 'wrong' }, /refused ADMIN_TOKEN/],
    ['no token', 'workspaces list --api', {}, /ADMIN_TOKEN must be/],
  ])('says in one line what is wrong with %s', async (_what, args, environment, reason) => {
    const { status, stderr } = await footfall(`${args} ${product.apiUrl}`, environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: .*\n$/);
    expect(stderr).toMatch(reason);
  });

  it('says when nothing runs in the data directory', async () => {
    const { status, stderr } = await footfall('workspaces list', { DATA_DIR: join(directory, 'none') });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: no running Footfall found in .*\n$/);
  });
});

describe('footfall, told by its environment where to go,', () => {
  it('calls the API and the ingest host there, and shows where clients reach them', async () => {
    const { stdout } = await footfall('demo --events 100', {
      DATA_DIR: join(directory, 'none'),
      API_PORT: '1',
      INGEST_PORT: '1',
      ADMIN_TOKEN: adminToken,
      FOOTFALL_API: product.apiUrl,
      FOOTFALL_INGEST: product.ingestUrl,
      API_URL: 'https://stats.example',
    });
    expect(stdout).toContain(`'https://stats.example/api/v1/analytics/overview'`);
  });

  it('asks for a token when only the address is given', async () => {
    const { status, stderr } = await footfall('workspaces list', { FOOTFALL_API: product.apiUrl });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: ADMIN_TOKEN must be .*\n$/);
  });
});

describe('footfall import access-log', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const line = (target: string, agent = firefox, second = '03') =>
    `148.185.218.7 - - [17/May/2015:10:05:${second} +0000] "GET ${target} HTTP/1.1" 200 512 "https://www.google.com/" "${agent}"`;
  const log = [
    line('/'),
    line('/'),
    line('/about', firefox, '33'),
    line('/logo.png'),
    line('/about', 'Googlebot/2.1 (+http://www.google.com/bot.html)'),
    'not a line of a log',
    '',
  ].join('\n');

  function logFile(contents: string | Uint8Array): string {
    const path = join(directory, 'access.log');
    writeFileSync(path, contents);
    return path;
  }

  it('sends each page request once, however often it is run, and says what it left out', async () => {
    const { key } = await tenant();
    const command = `import access-log ${logFile(log)} --host www.example.com --key ${key}`;
    const summary = {
      format: 'combined',
      linesRead: 6,
      sent: 4,
      accepted: 3,
      leftOut: { 'not a page: image': 1, malformed: 1 },
      rejected: { BOT: 1 },
    };
    expect(await json(command)).toEqual(summary);
    expect(await json(command)).toEqual(summary);
    expect(await ask('overview?start=2015-05-17&end=2015-05-17', key)).toMatchObject({
      pageviews: 3,
      uniqueVisitors: 1,
      sessions: 1,
      avgDuration: 30,
    });
    expect(await ask('geo?start=2015-05-17&end=2015-05-17', key)).toMatchObject({
      countries: [{ country: 'GB', visitors: 1 }],
    });
  });

  it('takes a compressed file, and the key of credentials.json', async () => {
    const { stdout } = await footfall(`import access-log ${logFile(gzipSync(log))} --host www.example.com`);
    expect(stdout).toMatch(/accepted +3\n/);
    const { secretKey } = product.credentials;
    expect(await ask('overview?start=2015-05-17&end=2015-05-17', secretKey)).toMatchObject({ pageviews: 3 });
  });

  it('A21 leaves out a last line without an end, says so, and counts it once when it is whole', async () => {
    const { key } = await tenant();
    const command = (text: string) => `import access-log ${logFile(text)} --host www.example.com --key ${key}`;
    const half = `${line('/')}\n${line('/about', firefox, '33').slice(0, -30)}`;
    const { stdout } = await footfall(command(half));
    expect(stdout).toMatch(/left out +unfinished line +1\n/);
    expect(stdout).toContain('The last line has no line end');
    expect(await json(command(half))).toMatchObject({ sent: 1, leftOut: { 'unfinished line': 1 } });
    expect(await json(command(`${line('/')}\n${line('/about', firefox, '33')}\n`))).toMatchObject({
      sent: 2,
      leftOut: {},
    });
    expect(await ask('overview?start=2015-05-17&end=2015-05-17', key)).toMatchObject({ pageviews: 2 });
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${line('/')}\n`, 'utf16le'), 'UTF-16 text'],
    ['an archive', Buffer.from('PK\u0003\u0004\u0014\u001b[2Jaccess.log\n'), 'a zip archive'],
    ['JSON of another kind', '{"ip":"1.1.1.1","when":3}\n', 'JSON with the fields ip, when'],
    ['an application log', '2015-05-17 INFO hello\n', 'text of another kind'],
  ])('A22 exits with 1 for %s, and shows the first line and what it looks like', async (_what, contents, looks) => {
    const path = logFile(contents);
    const { status, stdout, stderr } = await footfall(`import access-log ${path} --host www.example.com`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: [^\n]*\n$/);
    expect(stderr).toContain(`${path} contains no line of an access log. It looks like ${looks}`);
    expect(stderr).toContain('First line: "');
    expect(stderr).not.toContain('\u001b');
  });

  it('A22 exits with 1 when every line is of another host, and names it', async () => {
    const path = logFile(`other.example:443 ${line('/')}\n`);
    const { status, stderr } = await footfall(`import access-log ${path} --host www.example.com`);
    expect(status).toBe(1);
    expect(stderr).toBe(`Error: no line of ${path} is of --host www.example.com: the first one is of other.example\n`);
  });

  it('A22 takes the lines of its host from vhost_combined', async () => {
    const { key } = await tenant();
    const path = logFile(`www.example.com:443 ${line('/')}\nother.example:443 ${line('/')}\n`);
    expect(await json(`import access-log ${path} --host example.com --key ${key}`)).toMatchObject({
      format: 'vhost_combined',
      accepted: 1,
      leftOut: { 'another host': 1 },
    });
  });

  it('A23 resolves a relative path from the directory in which npm was called', async () => {
    const { key } = await tenant();
    logFile(`${log}\n`);
    const called = { npm_lifecycle_event: 'footfall', INIT_CWD: directory };
    const args = `import access-log access.log --host www.example.com --key ${key}`;
    expect(await json(args, called)).toMatchObject({ accepted: 3 });
    const { stderr } = await footfall('import access-log none.log --host www.example.com', called);
    expect(stderr).toBe(`Error: ${join(directory, 'none.log')} cannot be read: no such file or directory\n`);
  });

  it('refuses a public key, and a URL in place of a host', async () => {
    const path = logFile(log);
    const { publicKey } = product.credentials;
    expect((await footfall(`import access-log ${path} --host a.example --key ${publicKey}`)).stderr).toMatch(/secret/);
    expect((await footfall(`import access-log ${path} --host https://a.example/`)).stderr).toMatch(/--host/);
  });
});

describe('footfall demo', () => {
  it('says where the dashboard shows its workspace, and how to sign in there', async () => {
    const { stdout } = await footfall('demo --events 100');
    const [, workspaceId] = /workspace +(ws_\w+)/.exec(stdout) ?? [];
    expect(stdout).toContain(`Open the dashboard: ${product.apiUrl}/?site=${workspaceId}\n`);
    expect(stdout).toContain('footfall sign-in');
  });

  it('makes a workspace that every endpoint has something to say about', async () => {
    const { secretKey = '', accepted, rejected } = await json('demo --events 3000');
    expect(Number(accepted)).toBeGreaterThanOrEqual(3000);
    expect(rejected).toEqual({});
    // The command returns when its events can be read: a first look before that would stay in the cache.
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
    };
    for (const [name, fields] of Object.entries(lists)) {
      const answer = await ask(name, secretKey);
      const lengths = fields.map((field) => [name, field, Math.sign((answer[field] as unknown[]).length)]);
      expect(lengths).toEqual(fields.map((field) => [name, field, 1]));
    }
  });
});

describe('footfall demo, beside a server on ports of its own,', () => {
  const beside = (args: string, environment: Record<string, string> = {}) =>
    runFootfall(args, { DATA_DIR: directory, ...environment });

  it('A20 learns its addresses from the socket', async () => {
    const { status, stdout, stderr } = await beside('demo --events 100');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Open the dashboard: ${product.apiUrl}/?site=`);
  });

  it.each(['workspaces create Shop --with-keys', 'sign-in'])(
    'A20 prints addresses that lead there: %s',
    async (args) => {
      expect((await beside(args)).stdout).toContain(product.apiUrl);
    },
  );

  it('A20 makes no workspace when the ingest server does not answer', async () => {
    const before = await json('workspaces list');
    const { status, stderr } = await beside('demo --events 100 --ingest http://127.0.0.1:1');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'Error: no answer from the ingest server at http://127.0.0.1:1: is Footfall running there? (--ingest URL)\n',
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
    while ((await events()) <= history) await new Promise((resolve) => setTimeout(resolve, 200));
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
    const elsewhere = `demo --events 100 --api ${product.apiUrl} --ingest ${product.ingestUrl}`;
    const { stdout } = await footfall(elsewhere, { ADMIN_TOKEN: adminToken, API_PORT: '1' });
    expect(stdout).toContain(`'${product.apiUrl}/api/v1/analytics/overview'`);
  });
});

describe('footfall help', () => {
  it('shows every command and, for the import, what is no page', async () => {
    const { status, stdout } = await footfall('--help');
    expect(status).toBe(0);
    for (const name of ['workspaces', 'keys', 'import', 'demo']) expect(stdout).toContain(name);
    expect((await footfall('import access-log --help')).stdout).toContain('.woff2');
  });

  it('A30 says what an option must be, in the words of the field, in every command', async () => {
    const commandsIn = (help: string) =>
      [...(/\nCommands:\n([^]*?)(\n\n|$)/.exec(help)?.[1] ?? '').matchAll(/^ {2}([a-z-]+) /gm)].flatMap(
        ([, name = '']) => (name === 'help' ? [] : [name]),
      );
    const unwanted = /\b(takes|give|beside|put right|goes on|anew|ask about)\b/;
    const check = async (path: string): Promise<number> => {
      const { status, stdout } = await footfall(`${path} --help`.trimStart());
      expect({ path, status, unwanted: unwanted.exec(stdout)?.[0] }).toEqual({ path, status: 0, unwanted: undefined });
      let commands = 1;
      for (const name of commandsIn(stdout)) commands += await check(`${path} ${name}`);
      return commands;
    };
    expect(await check('')).toBeGreaterThan(20);
  });

  it.each([
    ['keys rotate key_x --grace soon', "option '--grace <seconds>' argument 'soon' is invalid. It must be an integer"],
    ['demo --events many', "option '--events <count>' argument 'many' is invalid. It must be an integer"],
    [
      'import access-log x --host https://a.example/',
      '--host must be a host such as www.example.com, got "https://a.example/"',
    ],
    [
      'import access-log x --host a.example --key pk_live_x',
      'the key must be a secret key (sk_live_…), got a public key',
    ],
    ['workspaces delete ws_x', 'Delete ws_x and all its events? Confirm with --yes'],
  ])('A30 names what is wrong, what was received and what is allowed: %s', async (args, words) => {
    const { status, stderr } = await footfall(args);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^Error: [^\n]*\n$/) });
    expect(stderr).toContain(words);
  });

  it('is one line for a command that is not there', async () => {
    expect(await footfall('workspace')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Error: [^\n]*\n/) });
  });
});

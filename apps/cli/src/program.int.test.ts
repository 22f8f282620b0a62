/** The command line next to the whole product. */
import { join } from 'node:path';
import { until } from '@footfall/test-servers';
import { adminToken, withProduct } from './product.fixture.ts';

const rig = withProduct();
const { footfall, json, tenant, read } = rig;

describe('footfall workspaces', () => {
  it('creates, shows, updates, lists and deletes a workspace', async () => {
    const { workspaceId = '' } = await json('workspaces create Shop --domain shop.example');
    const defaults = { plan: 'enterprise', allowedOrigins: ['shop.example', '*.shop.example'] };
    expect(await json(`workspaces show ${workspaceId}`)).toMatchObject({ domain: 'shop.example', ...defaults });
    const update = (options: string) => json(`workspaces update ${workspaceId} ${options}`);
    const named = { allowedOrigins: ['a.example', '*.b.example'] };
    expect(await update('--plan pro --origin a.example *.b.example')).toMatchObject({ plan: 'pro', ...named });
    const renamed = { name: 'Store', plan: 'pro', domain: 'shop.example', allowedOrigins: [] };
    expect(await update('--name Store --any-origin')).toMatchObject(renamed);
    expect((await footfall('workspaces list')).stdout).toMatch(
      new RegExp(`${workspaceId} +Store +pro +shop\\.example +UTC +any`),
    );
    expect((await footfall(`workspaces delete ${workspaceId} --yes`)).stdout).toBe(`${workspaceId} is deleted\n`);
    expect(await footfall(`workspaces show ${workspaceId}`)).toMatchObject({ status: 1, stdout: '' });
  });

  it('creates a workspace with its keys, and shows how to use them at the URLs for clients', async () => {
    const environment = { API_URL: 'https://footfall.example', INGEST_URL: 'https://in.example/' };
    const { stdout } = await footfall('workspaces create Site --with-keys', environment);
    const publicKey = /pk_live_\w+/.exec(stdout)?.[0] ?? '';
    const secretKey = /sk_live_\w+/.exec(stdout)?.[0] ?? '';
    expect(stdout).toContain(`curl 'https://in.example/api/v1/events' -H 'X-API-Key: ${publicKey}'`);
    expect(stdout).toContain(`curl 'https://footfall.example/api/v1/analytics/realtime' -H 'X-API-Key: ${secretKey}'`);
    expect(stdout).toContain(`<script defer src="https://in.example/tracker.js" data-key="${publicKey}"></script>`);
    const sent = await fetch(`${rig.product.ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: {
        'X-API-Key': publicKey,
        'Content-Type': 'application/json',
        'User-Agent': /-A '(.+)'/.exec(stdout)?.[1] ?? '',
      },
      body: /-d '(.+)'/.exec(stdout)?.[1] ?? '',
    });
    expect(sent.status).toBe(202);
    expect(await read('realtime', secretKey)).toMatchObject({ activeVisitors: 1 });
  });

  it('shows the URLs of the options with the keys, whatever the settings are', async () => {
    const settings = { ADMIN_TOKEN: adminToken, API_URL: 'https://a.example', INGEST_URL: 'https://b.example' };
    const there = `--api ${rig.product.apiUrl}/ --ingest https://in.example/`;
    const { stdout } = await footfall(`workspaces create Site --with-keys ${there}`, settings);
    expect(stdout).toContain(`<script defer src="https://in.example/tracker.js" `);
    expect(stdout).toContain(`curl '${rig.product.apiUrl}/api/v1/analytics/realtime' `);
  });

  it('creates no workspace with keys on another machine without the URL of its ingest server', async () => {
    const before = await json('workspaces list');
    const { status, stdout, stderr } = await footfall(
      `workspaces create Site --with-keys --api ${rig.product.apiUrl}`,
      { ADMIN_TOKEN: adminToken, INGEST_URL: 'https://b.example' },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('Error: --ingest must be set with --api: the URL of the ingest server next to that API\n');
    expect(await json('workspaces list')).toEqual(before);
  });

  it('prints a new workspace with its keys as JSON, and its deletion', async () => {
    const { workspaceId, publicKey, secretKey = '' } = await json('workspaces create Site --with-keys');
    expect(publicKey).toMatch(/^pk_live_/);
    expect(await read('realtime', secretKey)).toMatchObject({ success: true, workspaceId });
    expect(await json(`workspaces delete ${workspaceId} --yes`)).toEqual({ workspaceId, deleted: true });
  });

  it('shows the domain and the time zone of a workspace, and removes them', async () => {
    const { workspaceId } = await json('workspaces create Site --domain removed.example --timezone Europe/Berlin');
    const { stdout } = await footfall(`workspaces show ${workspaceId}`);
    expect(stdout).toMatch(/ DOMAIN +TIME ZONE +ALLOWED ORIGINS /);
    expect(stdout).toMatch(/ removed\.example +Europe\/Berlin +/);
    expect((await footfall('workspaces list')).stdout).toMatch(/ removed\.example +Europe\/Berlin +/);
    expect(await json(`workspaces update ${workspaceId} --domain none --timezone none`)).toMatchObject({
      domain: null,
      timezone: null,
      allowedOrigins: [],
    });
  });

  it('requires --yes to delete a workspace if it cannot prompt for confirmation', async () => {
    const { workspaceId } = await tenant();
    expect((await footfall(`workspaces delete ${workspaceId}`)).status).toBe(1);
    expect((await json(`workspaces show ${workspaceId}`))['workspaceId']).toBe(workspaceId);
  });
});

describe('footfall goals', () => {
  it('creates, lists and removes goals', async () => {
    const { workspaceId } = await tenant();
    const create = (options: string) => json(`goals create ${workspaceId} ${options}`);
    const order = await create(
      'Order --type order --prop plan=pro --prop text=a=b --prop __proto__=kept --value-prop price',
    );
    expect(order).toEqual({
      goalId: expect.stringMatching(/^goal_/),
      workspaceId,
      name: 'Order',
      type: 'order',
      props: { plan: 'pro', text: 'a=b', ['__proto__']: 'kept' },
      valueProp: 'price',
    });
    const created = (await footfall(`goals create ${workspaceId} Thanks --path /thanks/*`)).stdout;
    expect(created).toMatch(/^ID +NAME +REACHED BY +WITH +VALUE\ngoal_\w+ +Thanks +pageview of \/thanks\/\*\n$/);
    const list = (await footfall(`goals list ${workspaceId}`)).stdout;
    expect(list).toMatch(/goal_\w+ +Order +event order +plan=pro, text=a=b, __proto__=kept +price\ngoal_\w+ +Thanks/);
    const { stdout } = await footfall(`goals remove ${workspaceId} ${order['goalId']}`);
    expect(stdout).toBe(`${order['goalId']} is removed\n`);
    const [thanks] = Object(await json(`goals list ${workspaceId}`));
    expect(thanks).toMatchObject({ name: 'Thanks', path: '/thanks/*' });
    const { goalId } = thanks;
    expect(await json(`goals remove ${workspaceId} ${goalId}`)).toEqual({ goalId, removed: true });
    expect(await json(`goals list ${workspaceId}`)).toEqual([]);
  });

  it.each([
    ['goals remove WORKSPACE ', 'goalId'],
    ['goals remove WORKSPACE .', 'goalId'],
    ['goals remove WORKSPACE ..', 'goalId'],
    ['keys revoke ..', 'keyId'],
    ['workspaces delete  --yes', 'workspaceId'],
    ['workspaces show ..', 'workspaceId'],
  ])('refuses an ID that is empty or would change the path of the request: %s', async (args, name) => {
    const { workspaceId } = await tenant();
    const { status, stdout, stderr } = await footfall(args.replace('WORKSPACE', workspaceId));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^Error: .* is invalid for argument '${name}'\\. It must be an ID\\.\n$`));
    expect((await json(`workspaces show ${workspaceId}`))['workspaceId']).toBe(workspaceId);
  });

  it.each([
    ['goals create WORKSPACE Order', 'a goal needs either --type or --path'],
    ['goals create WORKSPACE Order --type order --path /', 'a goal needs either --type or --path'],
    ['workspaces update WORKSPACE', 'nothing to update: set --name, '],
    ['workspaces update WORKSPACE --origin http://a.example', '--origin must be a host'],
    [
      'keys create WORKSPACE --type public --expires-at tomorrow',
      '--expires-at must be a time such as 2027-01-01T00:00:00Z, got "tomorrow"',
    ],
    ['keys create WORKSPACE --type public --expires-at 2020-01-01', '--expires-at must be in the future, got '],
    [
      'workspaces update WORKSPACE --domain https://a.example',
      '--domain must be a host such as example.com \\(international names as xn--…\\), or none, got ',
    ],
    [
      'workspaces update WORKSPACE --timezone Mars',
      '--timezone must be the name of a time zone such as Europe/Berlin, or none, got "Mars"',
    ],
    [
      'workspaces update WORKSPACE --any-origin --origin a.example',
      "option '--any-origin' cannot be used with option '--origin",
    ],
    [
      'goals create WORKSPACE Order --path order',
      'path must start with / or \\*, not contain \\? or #, and have at most 2048 characters',
    ],
    ['goals create WORKSPACE Order --type order --prop plan', 'option .* It must be <name>=<value>\\.'],
    ['goals create ws_00000000000000000000 Order --type order', 'No such workspace: ws_00000000000000000000 \\('],
    ['goals remove WORKSPACE goal_none', 'No such goal: goal_none \\('],
  ])('prints one line that says why %s fails', async (args, words) => {
    const { workspaceId } = await tenant();
    const { status, stdout, stderr } = await footfall(args.replace('WORKSPACE', workspaceId));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^Error: ${words}.*\n$`));
  });
});

describe('footfall keys', () => {
  it('creates a key that works, rotates it and revokes the new one', async () => {
    const { workspaceId } = await tenant();
    const first = await json(`keys create ${workspaceId} --type secret --name nightly`);
    expect(await read('realtime', first['key'] ?? '')).toMatchObject({ success: true, workspaceId });
    const second = await json(`keys rotate ${first['keyId']}`);
    expect(await read('realtime', first['key'] ?? '')).toMatchObject({ success: false });
    expect(await read('realtime', second['key'] ?? '')).toMatchObject({ success: true });
    expect(await json(`keys revoke ${second['keyId']}`)).toEqual({ keyId: second['keyId'], revoked: true });
    expect(await read('realtime', second['key'] ?? '')).toMatchObject({ success: false });
    const { stdout } = await footfall(`keys list ${workspaceId}`);
    expect(stdout).toMatch(new RegExp(`${second['keyId']} .*…${second['key']?.slice(-4)} .*revoked`));
    expect(stdout).toMatch(new RegExp(`${first['keyId']} .* expired `));
    expect(stdout).not.toContain(second['key']);
    const { key: third = '', keyId } = await json(
      `keys create ${workspaceId} --type public --expires-at 2099-01-01T00:00:00Z`,
    );
    expect((await footfall(`keys list ${workspaceId}`)).stdout).toMatch(
      new RegExp(`…${third.slice(-4)} .* expires 2099-01-01T00:00:00.000Z`),
    );
    expect((await footfall(`keys revoke ${keyId}`)).stdout).toBe(`${keyId} is revoked\n`);
    expect(await json(`keys list ${workspaceId}`)).toContainEqual({
      keyId,
      workspaceId,
      type: 'public',
      name: '',
      lastFour: third.slice(-4),
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: '2099-01-01T00:00:00.000Z',
      revokedAt: expect.any(String),
    });
    expect(await json(`keys create ${workspaceId} --type public --expires-at 2099-01-01`)).toMatchObject({
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
  });
});

describe('footfall rollups', () => {
  it('says in one line that a small installation needs no rollups', async () => {
    expect((await footfall('rollups')).stdout).toMatch(
      /^There are no rollups: none are needed up to EVENTS_READ_MAX events \(by default 50,000\), and [\d,]+ are stored\n$/,
    );
    expect(await json('rollups')).toMatchObject({ batch: 0, at: null, isComplete: false });
  });
});

describe('footfall rebuild', () => {
  it('says after Ctrl-C that the rebuild continues, and exits with 130', async () => {
    const listeners = process.listenerCount('SIGINT');
    const running = footfall('rebuild');
    await until(() => process.listenerCount('SIGINT') > listeners);
    process.emit('SIGINT');
    expect(await running).toMatchObject({
      status: 130,
      stdout: '',
      stderr: 'The rebuild continues without this command; footfall rollups shows its progress\n',
    });
  });
});

describe('footfall and the admin API', () => {
  it('uses the URL and the token instead of the socket with --api', async () => {
    const { status } = await footfall(`workspaces list --api ${rig.product.apiUrl}`, { ADMIN_TOKEN: adminToken });
    expect(status).toBe(0);
  });

  it.each([
    ['a wrong token', 'workspaces list --api', { ADMIN_TOKEN: 'wrong' }, /refused ADMIN_TOKEN/],
    ['no token', 'workspaces list --api', {}, /ADMIN_TOKEN must be/],
  ])('prints one line that names the problem: %s', async (_what, args, environment, reason) => {
    const { status, stderr } = await footfall(`${args} ${rig.product.apiUrl}`, environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: .*\n$/);
    expect(stderr).toMatch(reason);
  });

  it.each([
    'verify --api URL',
    'reconcile --repair --api URL',
    '--api URL repair',
    'explain overview --api URL',
    'dead-letters --api URL',
    'import access-log access.log --host a.example --api URL',
  ])('refuses --api for a command that would ignore it: %s', async (args) => {
    const name = /verify|reconcile|repair$|explain|dead-letters|import access-log/.exec(args)?.[0];
    const { status, stdout, stderr } = await footfall(args.replace('URL', rig.product.apiUrl), {
      ADMIN_TOKEN: adminToken,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`Error: --api cannot be used with ${name}: see footfall ${name} --help\n`);
  });

  it('says that no Footfall runs on the data directory', async () => {
    const { status, stderr } = await footfall('workspaces list', { DATA_DIR: join(rig.directory, 'none') });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: no running Footfall found in .*\n$/);
  });
});

describe('footfall with FOOTFALL_API', () => {
  it('calls the API and the ingest server there, and shows the URLs for clients', async () => {
    const { stdout } = await footfall('demo --events 100', {
      DATA_DIR: join(rig.directory, 'none'),
      API_PORT: '2',
      INGEST_PORT: '2',
      ADMIN_TOKEN: adminToken,
      FOOTFALL_API: rig.product.apiUrl,
      FOOTFALL_INGEST: rig.product.ingestUrl,
      API_URL: 'https://footfall.example',
    });
    expect(stdout).toContain(`'https://footfall.example/api/v1/analytics/overview'`);
  });

  it('requires ADMIN_TOKEN', async () => {
    const { status, stderr } = await footfall('workspaces list', { FOOTFALL_API: rig.product.apiUrl });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: ADMIN_TOKEN must be .*\n$/);
  });
});

describe('footfall help', () => {
  it('shows every command and, for the import, the extensions of assets', async () => {
    const { status, stdout } = await footfall('--help');
    expect(status).toBe(0);
    for (const name of ['workspaces', 'keys', 'import', 'demo']) expect(stdout).toContain(name);
    expect((await footfall('import access-log --help')).stdout).toContain('.woff2');
  });

  it('shows --api for commands that it applies to, and only for those', async () => {
    for (const args of ['', 'workspaces', 'workspaces create', 'demo', 'sign-in', 'query', 'query geo', 'mcp']) {
      expect((await footfall(`${args} --help`.trimStart())).stdout.match(/--api <url>/g)).toHaveLength(1);
    }
    for (const args of ['verify', 'reconcile', 'repair', 'explain', 'dead-letters', 'import access-log']) {
      expect((await footfall(`${args} --help`)).stdout).not.toContain('--api');
    }
  });

  it('wraps the descriptions next to long names of commands', async () => {
    const { stdout } = await footfall('goals --help');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('A30 uses the words of the field in every command', async () => {
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
    ['keys rotate key_x --grace -5', "'-5' is invalid. It must be an integer from 0 to 2,592,000."],
    ['keys rotate key_x --grace 2592001', 'It must be an integer from 0 to 2,592,000.'],
    ['keyz list', "unknown command 'keyz' (Did you mean keys?)"],
    ['demo --evnts 5', "unknown option '--evnts' (Did you mean --events?)"],
    ['workspaces list --nme x', "unknown option '--nme': see footfall workspaces list --help"],
    ['keys rotate', "missing required argument 'keyId': see footfall keys rotate --help"],
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

  it('is one line for an unknown command', async () => {
    expect(await footfall('workspace')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Error: [^\n]*\n/) });
  });
});

/** `footfall mcp` as an assistant starts it: a process that speaks the protocol, next to the whole product with the demo's data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { FootfallClient } from '@footfall/client';
import { build, freePort, listenLocally } from '@footfall/test-servers';
import { queries } from '@footfall/warehouse';
import { z } from 'zod';
import { footfall } from '../program.fixture.ts';
import { withProduct } from '../product.fixture.ts';
import { createTools } from './tools.ts';

const rig = withProduct();
const root = join(__dirname, '../../../..');
const args = [join(root, 'apps/cli/dist/main.js'), 'mcp'];

let secretKey: string;
/** An assistant of this Footfall, for all tests that need no other. */
let assistant: Client;
const clients: Client[] = [];
beforeAll(async () => {
  await build();
  ({ secretKey = '' } = await rig.json('demo --events 3000'));
  assistant = await remote();
});
afterAll(() => Promise.all(clients.map((client) => client.close())));

/** Returns an assistant that has started the command. */
async function connect(environment: Record<string, string>, ...more: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args, ...more], env: environment }),
  );
  return client;
}
const remote = (key = secretKey) => connect({ FOOTFALL_KEY: key, FOOTFALL_API: rig.product.apiUrl });

const resultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { isError, content } = resultSchema.parse(await client.callTool({ name, arguments: given }));
  return { isError, text: content[0].text };
}

/** The arguments of a call to each tool, and the query string of the same request to the API. */
const requests: Record<string, { given: Record<string, unknown>; search: string }> = {
  breakdown: {
    given: {
      by: 'country',
      metrics: ['visitors', 'sessions'],
      limit: 3,
      filter: ['device:is:mobile', 'os:is_not:x,y'],
    },
    search: 'by=country&metrics=visitors,sessions&limit=3&filter=device:is:mobile&filter=os:is_not:x,y',
  },
  series: { given: { granularity: 'week', compare: 'previous' }, search: 'granularity=week&compare=previous' },
  overview: { given: { timezone: 'Europe/Berlin' }, search: 'timezone=Europe/Berlin' },
  properties: { given: { type: 'signup' }, search: 'type=signup' },
  retention: { given: { granularity: 'day' }, search: 'granularity=day' },
  goals: { given: {}, search: '' },
  funnel: {
    given: { step: ['type:is:$pageview', 'type:is:signup'] },
    search: 'step=type:is:$pageview&step=type:is:signup',
  },
  realtime: { given: {}, search: '' },
};

it('offers read-only tools: endpoints of the registry, and the definitions', async () => {
  const { tools } = await assistant.listTools();
  const inRegistry = queries.map(({ name }) => name as string).filter((name) => name in requests);
  expect(tools.map(({ name }) => name)).toEqual([...inRegistry, 'definitions']);
  expect(inRegistry).toHaveLength(Object.keys(requests).length);
  expect(assistant.getServerCapabilities()).toEqual({ tools: {} });
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    const params = queries.find(({ name }) => name === tool.name)?.params.shape;
    expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(params ? Object.keys(params) : ['section']);
    for (const property of Object.values(tool.inputSchema.properties ?? {})) {
      expect(property).toMatchObject({ type: expect.any(String), description: expect.stringMatching(/\.$/) });
    }
  }
  for (const { name, description, inputSchema } of tools.filter((tool) => tool.name !== 'definitions')) {
    expect(description).toContain('Durations are in seconds, rates in percent.');
    expect({ name, isDated: description?.includes('in UTC, or in `timezone`') }).toEqual({
      name,
      isDated: 'timezone' in (inputSchema.properties ?? {}),
    });
  }
  const breakdown = tools.find(({ name }) => name === 'breakdown')?.inputSchema.properties;
  expect(breakdown).toMatchObject({
    by: { type: 'string', default: 'path' },
    limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
    filter: { type: 'array', items: { type: 'string' }, maxItems: 20 },
  });
  // A filter does not return the counts of one type, and an assistant sees no headers.
  const wholeSessions =
    /keeps whole sessions, with all (?:of )?their events.* `?goals.* `?properties.*`?is_not.* exclude /;
  for (const { name, inputSchema } of tools.filter((tool) => tool.name !== 'definitions')) {
    const { filter } = inputSchema.properties ?? {};
    expect({ name, filter }).toMatchObject({ filter: { description: expect.stringMatching(wholeSessions) } });
  }
  expect(assistant.getInstructions()).toMatch(wholeSessions);
  expect(JSON.stringify(tools)).not.toMatch(/header|X-/);
  const { stdout: help } = await footfall('mcp --help', {});
  for (const { name } of tools) expect(help).toContain(name);
  expect(assistant.getServerVersion()?.name).toBe('footfall');
  for (const word of ['definitions', 'comparedPeriod', 'not the calendar month before', 'such as DE']) {
    expect(assistant.getInstructions()).toContain(word);
  }
});

it('returns the results of the API for parameters of any type', async () => {
  const { tools } = await assistant.listTools();
  for (const { name } of tools.filter((tool) => tool.name !== 'definitions')) {
    const { given, search } = requests[name] ?? { given: {}, search: '' };
    const { isError, text: result } = await call(assistant, name, given);
    const { success: _success, ...wanted } = await rig.read(`${name}?${search}`, secretKey);
    expect(isError).toBe(false);
    const { period, comparedPeriod, ...shown } = JSON.parse(result);
    // The overview also has its period as a field.
    const own = 'period' in wanted ? { period } : {};
    expect({ ...shown, ...own, fromCache: true }).toEqual({ ...wanted, fromCache: true });
    const days = (Date.parse(period.end) - Date.parse(period.start)) / 86_400_000;
    expect(days).toBeCloseTo(name === 'realtime' ? 5 / 1440 : 30);
    expect(comparedPeriod?.end).toBe(['overview', 'series'].includes(name) ? period.start : undefined);
  }
  expect(JSON.parse((await call(assistant, 'breakdown', requests['breakdown']?.given)).text).data).toHaveLength(3);
});

it('accepts null for a parameter that is left out', async () => {
  const client = await remote();
  const absent = { start: null, filter: null, compare: null, colour: null };
  expect(await call(client, 'breakdown', { by: 'country', ...absent })).toMatchObject({ isError: false });
  expect(await call(client, 'definitions', { section: null })).toEqual(await call(client, 'definitions'));
  expect(await call(client, 'properties', { type: null })).toMatchObject({
    isError: true,
    text: expect.stringContaining('type must be '),
  });
});

it('names the days that a month is compared with, which are not those of the previous month', async () => {
  const october = { start: '2026-10-01', end: '2026-10-31' };
  const { text: result } = await call(assistant, 'breakdown', { ...october, compare: 'previous' });
  expect(JSON.parse(result)).toMatchObject({
    period: { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' },
    comparedPeriod: { start: '2026-08-31T00:00:00.000Z', end: '2026-10-01T00:00:00.000Z' },
  });
});

it('returns the definitions of docs/metrics.md, and a list of its sections', async () => {
  const whole = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  const list = (await call(assistant, 'definitions')).text;
  expect(list).toContain('durations in seconds');
  expect(list).toMatch(/^- Overview: `pageviews`, `uniqueVisitors`, .*`period`$/m);
  expect(list).toMatch(/^- Series: The requested `metrics` for each hour, .*\.$/m);
  expect([...list.matchAll(/^- (.*?): ./gm)].map(([, name]) => name)).toEqual(
    [...whole.matchAll(/^## (.*)$/gm)].map(([, name]) => name),
  );
  const section = (await call(assistant, 'definitions', { section: 'Realtime' })).text;
  expect(section).toMatch(/^## Realtime\n.*activeVisitors/s);
  expect(whole).toContain(section);
  expect(await call(assistant, 'definitions', { section: 'Weather' })).toMatchObject({ isError: true });
});

it('reports invalid parameters as the API does', async () => {
  for (const [name, given, message] of [
    ['breakdown', { limit: 0 }, 'limit must be an integer from 1 to 10000, got "0"'],
    ['breakdown', { filter: ['colour:is:red'] }, 'filter must have one of the dimensions'],
    ['series', { granularity: 'decade' }, 'granularity must be one of hour, day, week, month, got "decade"'],
    ['series', { colour: 'red' }, 'series has no parameter colour; it has start, end, '],
    [
      'series',
      { granularity: 'day', start: { year: 2026 } },
      'start must be a string, a number or a list of strings, got',
    ],
    ['breakdown', { limit: true }, 'limit must be a string, a number or a list of strings, got'],
    ['erase', {}, 'no tool is called erase'],
    ['definitions', { section: ['Realtime', 'Pages'] }, 'section must be one of Terms; Parameters; '],
  ] as const) {
    const { isError, text: said } = await call(assistant, name, given);
    expect({ isError, said }).toEqual({ isError: true, said: expect.stringContaining(message) });
  }
  // The process continues after each call.
  expect(await call(assistant, 'realtime')).toMatchObject({ isError: false });
});

it('reports a wrong key and a missing server without showing the key', async () => {
  const wrong = 'sk_live_0123456789abcdefghijklmnopqrstuv';
  const refused = await call(await remote(wrong), 'realtime');
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('UNAUTHORIZED: A valid API key') });
  expect(refused.text).toContain(`The key (FOOTFALL_KEY) is not valid at ${rig.product.apiUrl}`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const nobody = await call(await connect({ FOOTFALL_KEY: wrong }, '--api', url), 'realtime');
  expect(nobody).toEqual({ isError: true, text: `no response from ${url}: is Footfall running?` });
  expect(JSON.stringify([refused, nobody])).not.toContain(wrong);
});

it('says why the key in credentials.json may not be valid any more, and how to create another', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-mcp-'));
  const credentials = { ...rig.product.credentials, secretKey: 'sk_live_0123456789abcdefghijklmnopqrstuv' };
  writeFileSync(join(directory, 'credentials.json'), JSON.stringify(credentials));
  const stale = await connect({ DATA_DIR: directory, API_PORT: new URL(rig.product.apiUrl).port });
  const { isError, text: said } = await call(stale, 'realtime');
  expect({ isError, said }).toEqual({
    isError: true,
    said: expect.stringMatching(/it was revoked or rotated, .* footfall keys create ws_\w+ --type secret prints/),
  });
  rmSync(directory, { recursive: true });
});

describe('in front of something else', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  /** Starts a server that is not Footfall, and returns its URL. */
  async function listen(server: Server): Promise<string> {
    servers.push(server);
    return `http://127.0.0.1:${await listenLocally(server)}`;
  }

  it('says that the URL is not a URL of the API', async () => {
    const url = await listen(
      createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<h1>It works!</h1>')),
    );
    const client = await connect({ FOOTFALL_KEY: secretKey }, '--api', url);
    expect(await call(client, 'realtime')).toEqual({
      isError: true,
      text: `UNAVAILABLE: HTTP 200 (text/html) from ${url}/api/v1/analytics/realtime, which is not a response of Footfall`,
    });
  });

  it('shows the code of an error of the network', async () => {
    const url = await listen(createServer((request) => request.socket.destroy()));
    const client = await connect({ FOOTFALL_KEY: secretKey }, '--api', url);
    expect(await call(client, 'realtime')).toEqual({
      isError: true,
      text: `no response from ${url} (UND_ERR_SOCKET): is Footfall running?`,
    });
  });

  it('distinguishes a slow response from a missing one', async () => {
    const url = await listen(createServer(() => undefined));
    const impatient = new FootfallClient({ url, key: 'sk_live_0', timeoutMs: 20 });
    const [tool] = createTools(
      impatient,
      { url, source: '--key' },
      { sections: [], overview: '', read: () => undefined },
    );
    await expect(tool?.call({}, new AbortController().signal)).rejects.toThrow(`no response from ${url} in time`);
  });

  it('ends the request of a call that is cancelled', async () => {
    const silent = createServer();
    const client = await connect({ FOOTFALL_KEY: secretKey }, '--api', await listen(silent));
    const controller = new AbortController();
    const requested = once(silent, 'request');
    const called = client.callTool({ name: 'realtime', arguments: {} }, undefined, { signal: controller.signal });
    const [request] = await requested;
    const closed = once(request.socket, 'close');
    controller.abort('changed my mind');
    await expect(called).rejects.toThrow('changed my mind');
    await closed;
  });
});

it('reads from the Footfall on this machine with its key', async () => {
  const client = await connect({ DATA_DIR: rig.directory });
  const { isError, text: result } = await call(client, 'realtime');
  expect({ isError, ...JSON.parse(result) }).toMatchObject({
    isError: false,
    workspaceId: rig.product.credentials.workspaceId,
  });
});

/** Runs the command with these lines as its input; the command ends with the input. */
async function run(environment: Record<string, string>, lines: readonly object[], ...more: string[]) {
  const child = spawn(process.execPath, [...args, ...more], { env: environment });
  const outputs = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const [stdout, stderr, [status]] = await outputs;
  return { stdout, stderr, status };
}

const hello = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

it('responds to the calls that are in progress when its input ends', async () => {
  const { stdout, stderr, status } = await run({ FOOTFALL_KEY: secretKey, FOOTFALL_API: rig.product.apiUrl }, [
    ...hello,
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'overview', arguments: { start: '2026-01-02' } } },
  ]);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const response = stdout
    .trimEnd()
    .split('\n')
    .map((line) => Object(JSON.parse(line)))
    .find(({ id }) => id === 2);
  expect(JSON.parse(response.result.content[0].text)).toMatchObject({ workspaceId: expect.stringMatching(/^ws_/) });
});

it('needs no Footfall on this machine with --api', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-mcp-'));
  const stalled = createServer((_request, response) => response.writeHead(503).end());
  await once(stalled.listen(join(directory, 'admin.sock')), 'listening');
  const environment = { FOOTFALL_KEY: secretKey, DATA_DIR: directory };
  const { stderr, status } = await run(environment, hello, '--api', rig.product.apiUrl);
  stalled.close();
  rmSync(directory, { recursive: true });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

it('refuses a malformed call as the protocol says', async () => {
  const calls = [{ name: 'overview', arguments: 'October' }, { name: 7 }, { arguments: {} }, undefined];
  const { stdout } = await run({ FOOTFALL_KEY: secretKey, FOOTFALL_API: rig.product.apiUrl }, [
    ...hello,
    ...calls.map((params, index) => ({ jsonrpc: '2.0', id: 2 + index, method: 'tools/call', params })),
  ]);
  const responses = stdout
    .trimEnd()
    .split('\n')
    .map((line) => Object(JSON.parse(line)))
    .filter(({ id }) => id > 1);
  expect(responses).toHaveLength(calls.length);
  for (const { error } of responses) {
    expect(error).toEqual({
      code: -32_602,
      message: 'MCP error -32602: tools/call must have a name and, if any, arguments that are an object',
    });
  }
});

it('writes only the protocol to stdout and nothing to stderr, and ends when the assistant does', async () => {
  const { stdout, stderr, status } = await run({ FOOTFALL_KEY: secretKey, FOOTFALL_API: rig.product.apiUrl }, [
    ...hello,
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    { jsonrpc: '2.0', id: 3, method: 'no/such/method' },
  ]);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const messages = stdout.trimEnd().split('\n');
  expect(new Set(messages.map((line) => Object(JSON.parse(line)).id))).toEqual(new Set([1, 2, 3]));
  expect(messages).toHaveLength(3);
  expect(stdout).not.toContain(secretKey);
});

it.each([
  ['no key', {}, [], 'Error: no secret key: set --key or FOOTFALL_KEY'],
  ['a public key', { FOOTFALL_KEY: 'pk_live_abc' }, [], 'Error: the key must be a secret key'],
  [
    'a placeholder',
    { FOOTFALL_KEY: 'sk_live_…' },
    [],
    'Error: the key must be a secret key (sk_live_…), got a placeholder',
  ],
  [
    'a query in the URL',
    { FOOTFALL_KEY: 'sk_live_abc' },
    ['--api', 'https://x.example/?a'],
    'Error: --api must be a URL',
  ],
  ['no URL', { FOOTFALL_KEY: 'sk_live_abc' }, ['--api', 'nowhere'], 'Error: --api must be a URL such as'],
])('refuses to start with %s, and says why', async (_what, environment, more, reason) => {
  const { stdout, stderr, status } = await run({ DATA_DIR: '/nonexistent', ...environment }, [], ...more);
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

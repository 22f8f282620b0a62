/** `footfall mcp` as an assistant starts it: a process that speaks the protocol, next to the whole product with the demo's data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { queries } from '@footfall/warehouse';
import { z } from 'zod';
import { footfall } from '../program.fixture.ts';
import { withProduct } from '../product.fixture.ts';

const rig = withProduct();
const root = join(__dirname, '../../../..');
const source = ['--conditions=source', '--import', join(root, 'scripts/run-source.mjs')];
const args = [...source, join(root, 'apps/cli/src/main.ts'), 'mcp'];

let secretKey: string;
const clients: Client[] = [];
beforeAll(async () => {
  ({ secretKey = '' } = await rig.json('demo --events 3000'));
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
const remote = (key = secretKey) => connect({ FOOTFALL_KEY: key, FOOTFALL_URL: rig.product.apiUrl });

const resultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { isError, content } = resultSchema.parse(await client.callTool({ name, arguments: given }));
  return { isError, text: content[0].text };
}

/** The arguments of a call to each tool, and the query string of the same request to the API. */
const questions: Record<string, { given: Record<string, unknown>; search: string }> = {
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
  goals: { given: {}, search: '' },
  funnel: {
    given: { step: ['type:is:$pageview', 'type:is:signup'] },
    search: 'step=type:is:$pageview&step=type:is:signup',
  },
  realtime: { given: {}, search: '' },
};

it('offers read-only tools: endpoints of the registry, and the definitions', async () => {
  const client = await remote();
  const { tools } = await client.listTools();
  const inRegistry = queries.map(({ name }) => name as string).filter((name) => name in questions);
  expect(tools.map(({ name }) => name)).toEqual([...inRegistry, 'definitions']);
  expect(inRegistry).toEqual(expect.arrayContaining(['breakdown', 'series', 'realtime']));
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    const params = queries.find(({ name }) => name === tool.name)?.params.shape;
    expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(params ? Object.keys(params) : ['section']);
    for (const property of Object.values(tool.inputSchema.properties ?? {})) {
      expect(property).toMatchObject({ type: expect.any(String), description: expect.stringMatching(/\.$/) });
    }
  }
  const breakdown = tools.find(({ name }) => name === 'breakdown')?.inputSchema.properties;
  expect(breakdown).toMatchObject({
    by: { type: 'string', default: 'path' },
    limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
    filter: { type: 'array', items: { type: 'string' }, maxItems: 20 },
  });
  const { stdout: help } = await footfall('mcp --help', {});
  for (const { name } of tools) expect(help).toContain(name);
  expect(client.getServerVersion()?.name).toBe('footfall');
  expect(client.getInstructions()).toContain('definitions');
});

it('returns the answers of the API, whatever the types of the parameters are', async () => {
  const client = await remote();
  const { tools } = await client.listTools();
  for (const { name } of tools.filter((tool) => tool.name !== 'definitions')) {
    const { given, search } = questions[name] ?? { given: {}, search: '' };
    const { isError, text: answer } = await call(client, name, given);
    const { success: _success, ...wanted } = await rig.ask(`${name}?${search}`, secretKey);
    expect(isError).toBe(false);
    const { period, ...shown } = JSON.parse(answer);
    expect({ ...shown, fromCache: true }).toEqual({ ...wanted, fromCache: true });
    const days = (Date.parse(period.end) - Date.parse(period.start)) / 86_400_000;
    expect(days).toBeCloseTo(name === 'realtime' ? 5 / 1440 : 30);
  }
  expect(JSON.parse((await call(client, 'breakdown', questions['breakdown']?.given)).text).data).toHaveLength(3);
});

it('returns the definitions of docs/metrics.md', async () => {
  const client = await remote();
  const whole = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  expect((await call(client, 'definitions')).text).toBe(whole);
  const section = (await call(client, 'definitions', { section: 'Realtime' })).text;
  expect(section).toMatch(/^## Realtime\n.*activeVisitors/s);
  expect(whole).toContain(section);
  expect(await call(client, 'definitions', { section: 'Weather' })).toMatchObject({ isError: true });
});

it('reports invalid parameters as the API does', async () => {
  const client = await remote();
  for (const [name, given, message] of [
    ['breakdown', { limit: 0 }, 'limit must be an integer from 1 to 10000, got "0"'],
    ['breakdown', { filter: ['colour:is:red'] }, 'filter must have one of the dimensions'],
    ['series', { granularity: 'decade' }, 'granularity must be one of hour, day, week, month, got "decade"'],
    ['series', { colour: 'red' }, 'series has no parameter colour; it has start, end, '],
    ['series', { start: { year: 2026 } }, 'the parameters of series must be strings, numbers or lists of strings'],
    ['erase', {}, 'no tool is called erase'],
  ] as const) {
    const { isError, text: said } = await call(client, name, given);
    expect({ isError, said }).toEqual({ isError: true, said: expect.stringContaining(message) });
  }
  // The process continues after each.
  expect(await call(client, 'realtime')).toMatchObject({ isError: false });
});

it('reports a wrong key and a missing server without showing the key', async () => {
  const wrong = 'sk_live_0123456789abcdefghijklmnopqrstuv';
  const refused = await call(await remote(wrong), 'realtime');
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('UNAUTHORIZED: A valid API key') });
  const nobody = await call(await connect({ FOOTFALL_KEY: wrong }, '--url', 'http://127.0.0.1:9'), 'realtime');
  expect(nobody).toEqual({ isError: true, text: 'no response from http://127.0.0.1:9: is Footfall running?' });
  expect(JSON.stringify([refused, nobody])).not.toContain(wrong);
});

it('finds the server and the key of the Footfall on this machine', async () => {
  const client = await connect({ DATA_DIR: rig.directory });
  const { isError, text: answer } = await call(client, 'realtime');
  expect({ isError, ...JSON.parse(answer) }).toMatchObject({
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

it('writes only the protocol to stdout and nothing to stderr, and ends when the assistant does', async () => {
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { stdout, stderr, status } = await run({ FOOTFALL_KEY: secretKey, FOOTFALL_URL: rig.product.apiUrl }, [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
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
  ['no URL', { FOOTFALL_KEY: 'sk_live_abc' }, ['--url', 'nowhere'], 'Error: --url must be a URL such as'],
])('refuses to start with %s, and says why', async (_what, environment, more, reason) => {
  const { stdout, stderr, status } = await run({ DATA_DIR: '/nonexistent', ...environment }, [], ...more);
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

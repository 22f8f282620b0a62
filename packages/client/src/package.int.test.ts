/** The npm package from its tarball, installed in an empty folder without a registry, and used there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../../..');

const use = `
import { ApiError, FootfallClient } from '@footfall/client';

const client = new FootfallClient({ url: process.argv[2], key: 'sk_live_0' });
const { data } = await client.query('breakdown', {
  start: new Date(0), by: 'city,country', metrics: ['visitors', 'sessions'], limit: 5,
});
console.log(data[0].city, data[0].visitors);
console.log(await client.query('pages', { limit: 0 }).catch((error) => error instanceof ApiError && error.message));
`;

const strictUse = `
import { type QueryResult, ApiError, type ErrorCode, type Filter, filter, FootfallClient, type Params, type QueryName } from '@footfall/client';

const client = new FootfallClient({ url: 'https://footfall.example.com', key: 'sk_live_0' });
const month: Params<'visitors'> = { start: '2026-03-01', end: new Date(), granularity: 'day' };
const { data, granularity } = await client.query('visitors', month);
const seen: number = data.reduce((sum, { visitors }) => sum + visitors, 0);
const width: 'hour' | 'day' | 'week' | 'month' = granularity;
const { comparison, period }: QueryResult<'overview'> = await client.query('overview');
const change: number = comparison.bounceRate.change;
const top = await client.query('breakdown', { by: 'city,country', metrics: ['visitors'], sort: '-visitors', limit: 5 });
const city: string | undefined = top.data[0]?.city;
const code = (error: ApiError): ErrorCode => error.code;
const name: QueryName = 'ux-insights';
const written: Filter = 'country:is:DE';
const stop = new AbortController();
await client.query('overview', { filter: [written, 'prop:plan:is:pro', 'goal:is_not:goal_1'] }, { signal: stop.signal });
await client.query('funnel', { step: ['goal_1', 'type:is:signup', 'path:is:/c'], within: '24h' });
new FootfallClient({ url: 'https://footfall.example.com', key: 'sk_live_0', timeoutMs: undefined });
const narrow: Filter[] = [filter('country', 'is', 'DE'), filter('prop:plan', 'is_not', 'free'), filter('goal', 'is', 'goal_1')];
for await (const { path, visitors } of client.entries('breakdown', { by: 'path', filter: narrow })) console.log(path, visitors);
const plan: string | undefined = (await client.query('breakdown', { by: 'prop:plan,country' })).data[0]?.['prop:plan'];
const file: string = await client.csv('devices', { part: 'browsers', start: '2026-03-01' });
const pages: string = await client.csv('pages');
const signups = await client.query('funnel', { step: ['path:is:/pricing', 'type:is:signup'] });
console.log(plan, file, pages, signups.data[0]?.visitors);
console.log(seen, width, change, period.start, city, code, name);
// @ts-expect-error: there is no such width
await client.query('visitors', { granularity: 'decade' });
// @ts-expect-error: a number
await client.query('pages', { limit: 'ten' });
// @ts-expect-error: not a parameter of this endpoint
await client.query('realtime', { start: '2026-03-01' });
// @ts-expect-error: no dimension
await client.query('breakdown', { by: 'colour' });
// @ts-expect-error: no metric
await client.query('series', { metrics: ['pageleaves'] });
// @ts-expect-error: type is required
await client.query('properties');
// @ts-expect-error: step is required
await client.query('funnel');
// @ts-expect-error: step is required
await client.query('funnel', { start: '2026-03-01' });
// @ts-expect-error: step is required
await client.csv('funnel');
// @ts-expect-error: no endpoint
await client.query('everything');
// @ts-expect-error: no dimension
filter('colour', 'is', 'red');
// @ts-expect-error: no operator
filter('country', 'like', 'D');
// @ts-expect-error: an event reaches a goal or does not
filter('goal', 'contains', 'goal');
// @ts-expect-error: no dimension
await client.query('overview', { filter: ['colour:is:red'] });
// @ts-expect-error: an event reaches a goal or does not
await client.query('overview', { filter: ['goal:contains:goal'] });
// @ts-expect-error: a funnel has two steps or more
await client.query('funnel', { step: ['type:is:signup'] });
// @ts-expect-error: no unit
await client.query('funnel', { step: ['goal_1', 'goal_2'], within: '24' });
// @ts-expect-error: no option
new FootfallClient({ url: 'https://footfall.example.com', key: 'sk_live_0', workspaceId: 'ws_1' });
// @ts-expect-error: key is required
new FootfallClient({ url: 'https://footfall.example.com' });
// @ts-expect-error: the result has several lists
await client.csv('devices');
// @ts-expect-error: no list of the result
await client.csv('devices', { part: 'data' });
// @ts-expect-error: the list of this endpoint comes at once
client.entries('pages');
// @ts-expect-error: no field of the result
console.log((await client.query('pages')).pages);
`;

describe('the npm package', () => {
  let folder: string;
  const installed = (name: string) => join(folder, 'node_modules/@footfall/client', name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-client-package-'));
    const tarball = join(folder, 'client.tgz');
    const { devEngines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const pnpm = `pnpm@${devEngines.packageManager.version}`;
    await run('npx', ['--yes', pnpm, '--filter', '@footfall/client', 'pack', '--out', tarball], { cwd: root });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('A26 installs without a registry: one module without dependencies, its types and its README', () => {
    const { exports, version, ...manifest } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@footfall']);
    expect(Object.keys(manifest)).toEqual(['name', 'description', 'type', 'license', 'sideEffects', 'engines']);
    expect(exports).toEqual({ '.': { types: './client.d.ts', default: './client.js' } });
    expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
    expect(readdirSync(installed('.')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'client.d.ts',
      'client.js',
      'package.json',
    ]);
    // A link to a file outside the package is dead.
    expect(readFileSync(installed('README.md'), 'utf8')).not.toContain('](.');
    for (const name of ['client.js', 'client.d.ts']) {
      expect(readFileSync(installed(name), 'utf8')).not.toMatch(/\bfrom ['"]|\bimport\b|zod/);
    }
  });

  it('declares exactly the values that the module exports', async () => {
    const types = readFileSync(installed('client.d.ts'), 'utf8');
    const declared = [...types.matchAll(/^export declare (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
    const print = "console.log(Object.keys(await import('@footfall/client')).join())";
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', print], { cwd: folder });
    expect(new Set(declared)).toEqual(new Set(stdout.trim().split(',')));
  });

  it('is packed by npm only in the folder that is published', async () => {
    const source = join(root, 'packages/client');
    const packed = await run('npm', ['pack', '--dry-run'], { cwd: source }).catch((failed: Error) => failed.message);
    expect(packed).toContain(`npm pack ${join(source, 'dist/package')}`);
    const { stdout } = await run('npm', ['pack', '--json', '--dry-run', join(source, 'dist/package')], { cwd: folder });
    const [{ files }] = JSON.parse(stdout);
    expect(files.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      readdirSync(installed('.')).toSorted((one, other) => (one < other ? -1 : 1)),
    );
  });

  it('A26 reads from the API, and returns its results and errors', async () => {
    const server = createServer(({ url }, response) => {
      const isPages = url?.includes('/pages') ?? false;
      const refused = { success: false, error: { code: 'BAD_REQUEST', message: 'limit must be from 1' } };
      const result = { success: true, data: [{ city: url, visitors: 3 }] };
      response.writeHead(isPages ? 400 : 200).end(JSON.stringify(isPages ? refused : result));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    writeFileSync(join(folder, 'use.js'), use);
    const { stdout } = await run(process.execPath, ['use.js', `http://127.0.0.1:${port}/`], { cwd: folder });
    server.closeAllConnections();
    server.close();
    const query = 'start=1970-01-01T00%3A00%3A00.000Z&by=city%2Ccountry&metrics=visitors%2Csessions&limit=5';
    expect(stdout).toBe(`/api/v1/analytics/breakdown?${query} 3\nlimit must be from 1\n`);
  });

  it('A26 types every parameter and every field of a result', async () => {
    const readme = readFileSync(installed('README.md'), 'utf8');
    writeFileSync(join(folder, 'strict.ts'), strictUse);
    writeFileSync(
      join(folder, 'readme.ts'),
      [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n'),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--module', 'nodenext', '--types', ''];
    const printed = await run(
      process.execPath,
      [tsc, ...options, '--target', 'es2022', '--lib', 'es2022,dom', 'strict.ts', 'readme.ts'],
      {
        cwd: folder,
      },
    ).catch((failed: { stdout: string; stderr: string }) => failed);
    expect(printed.stdout + printed.stderr).toBe('');
  });
});

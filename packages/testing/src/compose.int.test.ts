/** docker-compose.yml as an operator uses it: secrets, the first start, the first workspace, crashes, and a restart. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitMsMax } from '@footfall/test-servers';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './child-process.ts';
import { differences } from './cluster/results.ts';
import { Clients } from './cluster/clients.ts';
import { NumberedEvents } from './cluster/numbered-events.ts';
import { Person } from './cluster/person.ts';
import { dockerProblem, output, run } from './compose/docker.ts';
import { engineSettings } from './compose/engine-settings.ts';
import { surplusProgram } from './compose/image-contents.ts';
import { namedMetrics, shownMetrics } from './compose/named-metrics.ts';
import { type Service, services, Stack } from './compose/stack.ts';
import type { Delivery } from './reference/sent.ts';

const secrets = ['ADMIN_TOKEN', 'CLICKHOUSE_PASSWORD', 'REDIS_PASSWORD', 'GRAFANA_PASSWORD'];
const apps = ['ingest', 'consumer', 'query'] as const;
/** The services that crash at the same time. */
const crashes: readonly (readonly Service[])[] = [['kafka'], ['clickhouse'], ['redis'], apps];
const startTimeoutMs = 30 * 60_000;
const pollIntervalMs = 500;
/** A server that has not stopped by then is killed, which must not lose an event either. */
const serverStopSeconds = 10;

describe('scripts/make-secrets.sh', () => {
  const makeSecrets = (file: string) => output('sh', [join(root, 'scripts/make-secrets.sh'), file]);
  let file: string;
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'footfall-secrets-')), '.env');
  });
  afterEach(() => rmSync(join(file, '..'), { recursive: true }));

  it('fills a copy of .env.example with secrets that only the owner can read', async () => {
    expect(await makeSecrets(file)).toContain(secrets.join(' '));
    const text = readFileSync(file, 'utf8');
    const values = secrets.map((name) => new RegExp(`^${name}=([A-Za-z0-9]{21})$`, 'm').exec(text)?.[1]);
    expect(new Set(values).size).toBe(secrets.length);
    expect(values).not.toContain(undefined);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(text.split('\n').length).toBe(readFileSync(join(root, '.env.example'), 'utf8').split('\n').length);
  });

  it('keeps existing values, and adds missing ones', async () => {
    writeFileSync(file, 'ADMIN_TOKEN=mine-and-long-enough\n# REDIS_PASSWORD=no\nCLICKHOUSE_PASSWORD=\nTRUST_PROXY=1');
    expect(await makeSecrets(file)).toMatch(
      /Wrote new values to .*: CLICKHOUSE_PASSWORD REDIS_PASSWORD GRAFANA_PASSWORD\n$/,
    );
    const filled = readFileSync(file, 'utf8');
    expect(filled).toMatch(
      /^ADMIN_TOKEN=mine-and-long-enough\n# REDIS_PASSWORD=no\nCLICKHOUSE_PASSWORD=\w{21}\nTRUST_PROXY=1\nREDIS_PASSWORD=\w{21}\nGRAFANA_PASSWORD=\w{21}\n$/,
    );
    await makeSecrets(file);
    expect(readFileSync(file, 'utf8')).toBe(filled);
  });

  it.each([
    ['CLICKHOUSE_PASSWORD=p@ss/word', 'CLICKHOUSE_PASSWORD must contain only letters, digits and . _ ~ -'],
    ['REDIS_PASSWORD=50%', 'REDIS_PASSWORD must contain only'],
    ['REDIS_PASSWORD="quoted"', 'REDIS_PASSWORD must contain only'],
    ['GRAFANA_PASSWORD=with blank', 'GRAFANA_PASSWORD must contain only'],
    ['ADMIN_TOKEN=from-a-windows-file\r', 'ADMIN_TOKEN must contain only'],
    ['ADMIN_TOKEN=short', 'ADMIN_TOKEN must have at least 16 characters, got 5'],
    ['export ADMIN_TOKEN=mine-and-long-enough', 'the line of ADMIN_TOKEN must start with "ADMIN_TOKEN="'],
    [' ADMIN_TOKEN=mine-and-long-enough', 'the line of ADMIN_TOKEN must start with'],
    ['ADMIN_TOKEN = mine-and-long-enough', 'the line of ADMIN_TOKEN must start with'],
    ['ADMIN_TOKEN: mine-and-long-enough', 'the line of ADMIN_TOKEN must start with'],
  ])('A27 refuses by name values that Compose or a URL would interpret differently: %j', async (line, message) => {
    const text = `TRUST_PROXY=1\n${line}\n`;
    writeFileSync(file, text);
    const { status, stderr } = await run('sh', [join(root, 'scripts/make-secrets.sh'), file]);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/p@ss|mine-and|short,/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(join(file, '..'))).toEqual(['.env']);
  });

  it('prints its usage instead of using an option as the name of a file', async () => {
    const usage = 'Usage: sh scripts/make-secrets.sh [FILE]\n';
    expect(await run('sh', [join(root, 'scripts/make-secrets.sh'), '--help'])).toMatchObject({
      status: 1,
      stderr: usage,
    });
  });
});

describe('docker-compose.yml', () => {
  const service = z.object({
    profiles: z.array(z.string()).default([]),
    mem_limit: z.string().regex(/\d+m\}?$/),
    environment: z.record(z.string(), z.unknown()).default({}),
    ulimits: z.object({ nofile: z.object({ soft: z.int().min(16_384), hard: z.int().min(16_384) }) }),
  });
  const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
  const { services: described } = z.object({ services: z.record(z.string(), service) }).parse(compose);
  const mebibytes = ({ mem_limit: limit }: z.output<typeof service>) => Number(/(\d+)m\}?$/.exec(limit)?.[1]);

  it('A27 limits the memory of every container, and leaves the system 0.5 of the 4 GB that the documents require', () => {
    const started = Object.values(described).filter(({ profiles }) => profiles.length === 0);
    expect(started.map(mebibytes).reduce((sum, one) => sum + one, 0)).toBe(3.5 * 1024);
    for (const page of ['README.md', 'docs/operating.md']) {
      expect(readFileSync(join(root, page), 'utf8')).toContain('4 GB of memory');
    }
  });

  it.each(['consumer', 'query', 'footfall'])(
    'passes EVENTS_READ_MAX to %s, which chooses between events and rollups by it',
    (name) => {
      expect(described[name]?.environment).toMatchObject({ EVENTS_READ_MAX: '${EVENTS_READ_MAX:-}' });
    },
  );
});

const problem = dockerProblem();
if (problem !== undefined) console.info(`The stack of docker-compose.yml is left out: ${problem}.`);
else
  describe('docker compose', () => {
    let stack: Stack;
    const owner = new Person();
    let ownWorkspaceId: string;
    beforeAll(async () => {
      stack = await Stack.prepare();
      await stack.build();
      await stack.up();
    }, startTimeoutMs);
    afterAll(() => stack.remove(), startTimeoutMs);

    it.each(secrets)('says which secret is missing and how to set it: %s', async (missing) => {
      const directory = mkdtempSync(join(tmpdir(), 'footfall-secrets-'));
      const file = join(directory, '.env');
      writeFileSync(file, secrets.map((name) => `${name}=${name === missing ? '' : 'given'}\n`).join(''));
      const args = ['compose', '--project-directory', root, '--project-name', 'footfall-test-none', '--env-file', file];
      const { status, stderr } = await run('docker', [...args, 'up', '--detach', '--wait']);
      rmSync(directory, { recursive: true });
      expect(status).not.toBe(0);
      expect(stderr).toMatch(new RegExp(`${missing} is missing a value: run "sh scripts/make-secrets.sh"`));
    });

    it('publishes the two ports that clients use, on this machine only', async () => {
      const published = await Promise.all(services.map(async (service) => [service, await hostPorts(stack, service)]));
      expect(Object.fromEntries(published)).toEqual({
        kafka: [],
        clickhouse: [],
        redis: [],
        consumer: [],
        ingest: [stack.ingestUrl],
        query: [stack.apiUrl],
      });
    });

    it.each(services)('does not run %s as root', async (service) => {
      expect(await stack.userOf(service)).toBeGreaterThan(0);
    });

    it.each(apps)('includes no compiler, test code or embedded engine in the image of %s', async (app) => {
      expect((await stack.exec(app, 'node', '--eval', surplusProgram)).trim()).toBe('');
    });

    it.each(apps)('runs %s as the first process of its container, on a read-only file system', async (app) => {
      expect(await stack.exec(app, 'cat', '/proc/1/cmdline')).toBe('node\0dist/main.js\0');
      const { status } = await run('docker', ['exec', (await stack.container(app)).Id, 'touch', '/tmp/x']);
      expect(status).not.toBe(0);
    });

    it('starts the right containers for the profile observability', async () => {
      const started = await stack.compose('--profile', 'observability', 'config', '--services');
      expect(started.trim().split('\n').toSorted()).toEqual([...services, 'grafana', 'prometheus'].toSorted());
    });

    it('exposes every metric that the dashboard or an alert uses', async () => {
      const ports = { ingest: 4001, consumer: 4002, query: 4000 };
      const results = await Promise.all(
        apps.map((app) =>
          stack.exec(
            app,
            'node',
            '--eval',
            `fetch('http://127.0.0.1:${ports[app]}/metrics').then(async (response) => console.log(await response.text()))`,
          ),
        ),
      );
      const shown = new Set(results.flatMap(shownMetrics));
      expect([...namedMetrics()].filter((name) => !shown.has(name))).toEqual([]);
      expect(namedMetrics().size).toBeGreaterThan(20);
    });

    it.each(Object.entries(engineSettings()))(
      'passes ClickHouse only settings that exist in %s',
      async (table, names) => {
        const quoted = names.map((name) => `'${name}'`).join(', ');
        const sql = `SELECT name FROM ${table} WHERE name IN (${quoted}) ORDER BY name FORMAT TSV`;
        const known = await stack.exec(
          'clickhouse',
          'sh',
          '-c',
          `clickhouse-client --user "$CLICKHOUSE_USER" --password "$CLICKHOUSE_PASSWORD" --query "${sql}"`,
        );
        expect(known.trim().split('\n')).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
      },
    );

    it('signs in the owner with a link from the command line, who then creates a workspace, reads it and opens the dashboard', async () => {
      const { link } = JSON.parse(await stack.footfall('sign-in', '--json')) as { link: string };
      expect(link.startsWith(`${stack.apiUrl}/sign-in#`)).toBe(true);
      expect(await owner.open(stack.apiUrl, link)).toBe(201);
      expect(await new Person().open(stack.apiUrl, link)).toBe(401);
      const site = await owner.data(stack.apiUrl, 'POST', '/workspaces', { name: 'Signed in' });
      ownWorkspaceId = String(site['workspaceId']);
      expect(await owner.read(stack.apiUrl, ownWorkspaceId)).toBe(200);
      expect(await new Person().read(stack.apiUrl, ownWorkspaceId)).toBe(401);
      const page = await fetch(stack.apiUrl);
      const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
      const scripted = await fetch(new URL(script ?? 'missing', stack.apiUrl));
      expect([page.status, scripted.status, scripted.headers.get('content-type')]).toEqual([
        200,
        200,
        'text/javascript; charset=utf-8',
      ]);
    });

    it(
      'stores every acknowledged event once, across a crash of each container and a restart of all',
      async () => {
        const create = ['workspaces', 'create', 'My site', '--with-keys', '--plan', 'enterprise', '--json'];
        const { secretKey } = JSON.parse(await stack.footfall(...create)) as { secretKey: string };
        const pace = { clients: 2, batchEvents: 5, pauseMs: 100 };
        const load = new Clients({ urls: [stack.ingestUrl], key: secretKey, events: new NumberedEvents(), ...pace });
        load.start();
        for (const crashing of crashes) {
          await load.more(200);
          await Promise.all(crashing.map((service) => stack.crash(service)));
        }
        await load.more(200);
        await load.finish();
        expect(await wrongFigures(stack, secretKey, load.acknowledged)).toEqual([]);

        await stack.compose('stop', ...apps);
        for (const app of apps) expect([app, (await stack.container(app)).State.ExitCode]).toEqual([app, 0]);
        await stack.compose('down', '--timeout', String(serverStopSeconds));
        await stack.up();
        // Sessions survive.
        expect(await owner.read(stack.apiUrl, ownWorkspaceId)).toBe(200);
        expect(await wrongFigures(stack, secretKey, load.acknowledged)).toEqual([]);

        await load.start().more(200);
        await load.finish();
        expect(await wrongFigures(stack, secretKey, load.acknowledged)).toEqual([]);
      },
      startTimeoutMs,
    );
  });

async function hostPorts(stack: Stack, service: Service): Promise<string[]> {
  const { Ports } = (await stack.container(service)).NetworkSettings;
  return Object.values(Ports).flatMap((bindings) =>
    (bindings ?? []).map(({ HostIp, HostPort }) => `http://${HostIp}:${HostPort}`),
  );
}

/** Returns the differences between the eleven endpoints and the reference, once everything acknowledged is stored. */
async function wrongFigures(stack: Stack, key: string, acknowledged: readonly Delivery[]): Promise<unknown[]> {
  const deadline = performance.now() + waitMsMax;
  for (;;) {
    const found = await differences([stack.apiUrl], key, acknowledged).catch((error: unknown) => [error]);
    if (found.length === 0 || performance.now() > deadline) return found;
    await pause(pollIntervalMs);
  }
}

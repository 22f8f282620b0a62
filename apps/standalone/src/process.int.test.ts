/** The real process: its messages, its exit status, and its state after a signal or a kill. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from '@footfall/test-servers';

const root = resolve(__dirname, '../../..');
/** Has a setting that nobody knows, between others that every process has. */
const usual = { TRUST_PROXXY: '1', HOME: '/root', LANG: 'C', DISPLAY: ':0', HTTP_PROXY: '' };
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
let directory: string;
const processes: ChildProcess[] = [];
/** The process that serves from the directory. A start takes seconds: tests use the same one until a test ends it. */
let serving: Running | undefined;

beforeAll(async () => {
  await build();
  directory = mkdtempSync(join(tmpdir(), 'footfall-process-'));
});
afterAll(async () => {
  await Promise.all(processes.map((each) => killed(each)));
  rmSync(directory, { recursive: true, force: true });
});

interface Running {
  child: ChildProcess;
  apiUrl: string;
  ingestUrl: string;
  publicKey: string;
  secretKey: string;
  /** The whole stdout so far. */
  stdout: () => string;
}

interface Launched {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
}

function environmentWith(further: Record<string, string>): NodeJS.ProcessEnv {
  const settings = { DATA_DIR: join(directory, 'data'), API_PORT: '0', INGEST_PORT: '0', UV_THREADPOOL_SIZE: '16' };
  return { PATH: process.env['PATH'], ...settings, ...further };
}

/** `before` is run first by a shell, such as `ulimit -n 64;`. The process has a channel to this one. */
function launch(further: Record<string, string> = {}, before = ''): Launched {
  const program = [process.execPath, join(root, 'apps/standalone/dist/main.js')];
  const child = spawn('sh', ['-c', `${before} exec "$@"`, 'sh', ...program], {
    cwd: directory,
    env: environmentWith(further),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  processes.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output };
}

/** Resolves once the process says that it is ready. */
async function ready({ child, output }: Launched): Promise<Running> {
  if (!(await settled(child, output))) throw new Error(`the process ended: ${output.stderr}`);
  const found = (pattern: RegExp) => pattern.exec(output.stdout)?.[1] ?? '';
  return (serving = {
    child,
    apiUrl: found(/API +(\S+)/),
    ingestUrl: found(/Ingest +(\S+)/),
    publicKey: found(/(pk_live_\w+)/),
    secretKey: JSON.parse(readFileSync(join(directory, 'data', 'credentials.json'), 'utf8')).secretKey,
    stdout: () => output.stdout,
  });
}

/** Resolves with the process that serves; starts one if the last has ended. */
async function running(): Promise<Running> {
  return serving && isAlive(serving.child) ? serving : ready(launch());
}

/** Returns the lines of the log, without the greeting. */
function logLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** Resolves to true once the process reports that it is ready, or to false once it has ended. */
function settled(child: ChildProcess, output: Launched['output']): Promise<boolean> {
  return new Promise((decide) => {
    const look = () => {
      if (output.stdout.includes('Stop with Ctrl-C')) decide(true);
    };
    look();
    child.stdout?.on('data', look);
    child.once('close', () => decide(false));
  });
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function killed(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Resolves with the exit status of the process once it has ended. */
async function ended(child: ChildProcess): Promise<number | null> {
  // Its output may still be on its way when it has exited.
  const outputs = [child.stdout, child.stderr].filter((stream) => stream?.closed === false);
  const endings = outputs.map(async (stream) => stream && once(stream, 'close'));
  await Promise.all([isAlive(child) ? once(child, 'exit') : undefined, ...endings]);
  return child.exitCode;
}

async function stopped(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  return ended(child);
}

/** Resolves once nothing listens at `url` any longer. */
async function refusesConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = createConnection(Number(port), hostname);
    const isRefused = await new Promise<boolean>((decide) => {
      socket.once('connect', () => decide(false));
      socket.once('error', () => decide(true));
    });
    socket.destroy();
    if (isRefused) return;
  }
}

async function send({ ingestUrl, publicKey }: Running, count: number): Promise<number> {
  const event = { type: '$pageview', url: 'https://example.com/hello' };
  const response = await fetch(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': publicKey, 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 Firefox/145.0' },
    body: JSON.stringify({ events: Array.from({ length: count }, () => event) }),
  });
  return response.status;
}

let startMs = Date.now() - 3_600_000;
/** Resolves with the number of stored pageviews. Each request has a different range, because responses are cached. */
async function pageviews({ apiUrl, secretKey }: Running): Promise<number> {
  const query = `start=${new Date((startMs -= 1)).toISOString()}`;
  const response = await fetch(`${apiUrl}/api/v1/analytics/overview?${query}`, { headers: { 'X-API-Key': secretKey } });
  return ((await response.json()) as { pageviews: number }).pageviews;
}

/** Resolves once that many pageviews can be read. */
async function untilCounted(product: Running, count: number): Promise<void> {
  while ((await pageviews(product)) !== count) await pause(50);
}

describe('the standalone process', () => {
  it('G21 serves from one of several first starts at once, and refuses the others with one line and status 2', async () => {
    const starts = Array.from({ length: 3 }, () => launch(usual));
    const outcomes = await Promise.all(
      starts.map(async ({ child, output }) => {
        const isReady = await settled(child, output);
        return isReady ? 'serves' : { status: await ended(child), stderr: output.stderr };
      }),
    );
    const refusal = {
      status: 2,
      stderr: expect.stringMatching(/^\S+ is in use by another process \(pid \d+\); .*\n$/),
    };
    expect(outcomes.toSorted((one) => (one === 'serves' ? -1 : 1))).toEqual(['serves', refusal, refusal]);
    const winner = starts[outcomes.indexOf('serves')];
    if (!winner) throw new Error('nobody serves');
    const { publicKey } = JSON.parse(readFileSync(join(directory, 'data', 'credentials.json'), 'utf8'));
    expect((await ready(winner)).publicKey).toBe(publicKey);
  });

  it('prints two commands that send an event and read it back', async () => {
    const product = await running();
    const [sending = '', reading = ''] =
      product.stdout().match(/^ {2}(?:sleep 1; )?curl (?:[^\n]*\\\n)*[^\n]*/gm) ?? [];
    expect(execFileSync('sh', ['-c', sending], { encoding: 'utf8', stdio: 'pipe' })).toContain('"accepted":1');
    // The default of one second is enough for people, but not for a busy machine.
    await untilCounted(product, 1);
    expect(execFileSync('sh', ['-c', reading], { encoding: 'utf8', stdio: 'pipe' })).toContain('"activeVisitors":1');
  });

  it('A24 prints where the secret key is, and never the key, when its output is no terminal', async () => {
    const { stdout, secretKey } = await running();
    expect(stdout()).not.toContain('sk_live_');
    expect(stdout()).toMatch(/Secret key +in \S+\/data\/credentials\.json\n/);
    expect(secretKey).toMatch(/^sk_live_/);
  });

  it('A24 warns of a setting that nobody knows and names the nearest, and of no others', async () => {
    const { stdout } = await running();
    const warnings = logLines(stdout()).filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual([
      'TRUST_PROXXY is not a setting of Footfall: did you mean TRUST_PROXY?',
    ]);
  });

  it('A25 says its version in the log, the greeting, /healthz and /metrics', async () => {
    const { stdout, apiUrl, ingestUrl } = await running();
    expect(logLines(stdout())[0]).toMatchObject({
      version,
      node: process.version,
      msg: `Footfall ${version} is starting`,
    });
    expect(stdout()).toContain(`Footfall ${version} is ready.`);
    for (const url of [apiUrl, ingestUrl]) {
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', version });
      expect(await (await fetch(`${url}/metrics`)).text()).toContain(`footfall_build_info{version="${version}"} 1`);
    }
    expect(await (await fetch(ingestUrl)).json()).toEqual({ name: 'Footfall', server: 'ingest', version });
  });

  it('A11 refuses a data directory in use with one line and status 2, and the first goes on', async () => {
    const first = await running();
    const second = launch();
    expect(await ended(second.child)).toBe(2);
    expect(second.output.stderr).toMatch(/^\S+ is in use by another process \(pid \d+\); .* DATA_DIR\n$/);
    expect(await send(first, 1)).toBe(202);
    await untilCounted(first, 2);
  });

  it('A7 keeps its credentials, and every acknowledged event, over a kill right after the answer', async () => {
    const first = await running();
    const before = await pageviews(first);
    expect(await send(first, 500)).toBe(202);
    await killed(first.child);
    const second = await running();
    expect(second.secretKey).toBe(first.secretKey);
    await untilCounted(second, before + 500);
  });

  it('A8 ends with 0 at SIGTERM, with all that was accepted stored', async () => {
    const first = await running();
    const before = await pageviews(first);
    expect(await send(first, 500)).toBe(202);
    expect(await stopped(first.child)).toBe(0);
    expect(await pageviews(await running())).toBe(before + 500);
  });

  it('G20 ends with 0 at SIGTERM although hostile clients are connected to both ports', async () => {
    const product = await running();
    const before = await pageviews(product);
    const hostile = [
      '',
      'POST /api/v1/events HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
      'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\n\r\n'.repeat(50),
    ].flatMap((text) =>
      [product.apiUrl, product.ingestUrl].flatMap((url) =>
        Array.from({ length: 10 }, () => {
          const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
          socket.on('error', () => undefined).pause();
          socket.write(text);
          return socket;
        }),
      ),
    );
    await Promise.all(hostile.map((socket) => once(socket, 'connect')));
    // Handled after the requests of the hostile clients.
    expect(await send(product, 500)).toBe(202);
    // The status would be 1 after the deadline of the whole process, which three drains in sequence would exceed.
    expect(await stopped(product.child)).toBe(0);
    for (const socket of hostile) socket.destroy();
    expect(await pageviews(await running())).toBe(before + 500);
  });

  it('A9 ends with 1 at a second SIGTERM while a request is under way', async () => {
    const { child, ingestUrl, publicKey } = await running();
    const headers = { 'X-API-Key': publicKey, 'Content-Type': 'application/json', 'Content-Length': '1000' };
    const unfinished = request(`${ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: { ...headers, Expect: '100-continue' },
    });
    unfinished.on('error', () => undefined);
    unfinished.flushHeaders();
    // The server sends `continue` once it has begun to serve the request, whose body never arrives.
    await once(unfinished, 'continue');
    child.kill('SIGTERM');
    await refusesConnections(ingestUrl);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(1);
    unfinished.destroy();
  });

  it('A24 prints the secret key on a terminal', async () => {
    // The program that creates a terminal comes from util-linux; on other systems its arguments are different.
    if (spawnSync('script', ['--version']).status !== 0) return;
    const command = `${process.execPath} ${join(root, 'apps/standalone/dist/main.js')}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: environmentWith({}),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    processes.push(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    await settled(child, output);
    expect(output.stdout).toMatch(/Secret key.* sk_live_\w+/);
    child.stdin.write('\u0003');
    await ended(child);
  });
});

describe('the standalone process with a limit of 400 open files and LOG_LEVEL=warn', () => {
  beforeAll(() => ready(launch({ ...usual, LOG_LEVEL: 'warn' }, 'ulimit -n 400;')));

  it('A25 logs from LOG_LEVEL on', async () => {
    const { stdout } = await running();
    expect(logLines(stdout()).map(({ level }) => level)).toEqual([40]);
  });

  it('G18 serves both ports with more silent connections than that', async () => {
    const product = await running();
    const silent = [product.apiUrl, product.ingestUrl].flatMap((url) =>
      Array.from({ length: 400 }, () => {
        const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
        socket.on('error', () => undefined).resume();
        return socket;
      }),
    );
    await Promise.all(silent.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await send(product, 1)).toBe(202);
      expect(await pageviews(product)).toEqual(expect.any(Number));
    }
    for (const socket of silent) socket.destroy();
  });

  it('ends when the script that started it is gone', async () => {
    const { child } = await running();
    child.disconnect();
    expect(await ended(child)).toBe(0);
  });
});

describe('a start of the standalone process', () => {
  it('names a port that is taken with one line and status 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { child, output } = launch({ INGEST_PORT: String(port) });
    expect(await ended(child)).toBe(1);
    expect(output.stderr).toMatch(new RegExp(`^port ${port} is already in use .* INGEST_PORT .*\\n$`));
    other.close();
  });

  it.each([
    ['API_PORT', 'seventy', 'must be a port, 0 to 65535'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('A25 names a bad %s, never its value, with one line and status 1', async (name, value, rule) => {
    const { child, output } = launch({ [name]: value });
    expect(await ended(child)).toBe(1);
    expect(output.stderr).toBe(`Setting ${name}: ${rule}\n`);
  });

  it.each([64, 128, 300])('G18 refuses a limit of %i open files with one line and status 1', async (limit) => {
    const { child, output } = launch({}, `ulimit -n ${limit};`);
    expect(await ended(child)).toBe(1);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(
      new RegExp(`^The limit of open files must be at least \\d+, got ${limit}: raise it with .+\\n$`),
    );
  });
});

it.each(['standalone', 'ingest', 'query', 'consumer', 'cli'])('A25 prints the version of %s at --version', (app) => {
  const main = join(root, `apps/${app}/dist/main.js`);
  expect(execFileSync(process.execPath, [main, '--version'], { cwd: directory, encoding: 'utf8' })).toBe(
    `${version}\n`,
  );
});

it('can be started from any directory', () => {
  const script = join(root, 'scripts/run.mjs');
  expect(execFileSync(process.execPath, [script, 'footfall', '--version'], { cwd: directory, encoding: 'utf8' })).toBe(
    `${version}\n`,
  );
});

/** The real process from start to exit: its messages, its exit status, and its state after a signal or a kill. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { describeOnLinux, describeWithSmallDisk } from '@footfall/test-servers';
import {
  directory,
  ended,
  environmentWith,
  killAtEnd,
  killed,
  launch,
  localApiUrl,
  logLines,
  pageviews,
  ready,
  refusesConnections,
  root,
  running,
  send,
  settled,
  stopped,
  untilCounted,
  useProcesses,
  usual,
  version,
} from './process.fixture.ts';

const diskBytes = 1 << 20;

useProcesses();

describe('the standalone process', () => {
  it('G21 serves from one of several concurrent first starts, and refuses the others with one line and status 2', async () => {
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
    if (!winner) throw new Error('no process serves');
    const { publicKey } = JSON.parse(readFileSync(join(directory, 'data', 'credentials.json'), 'utf8'));
    expect((await ready(winner)).publicKey).toBe(publicKey);
  });

  it('prints two commands that send an event and read it back', async () => {
    const product = await running();
    const [sending = '', reading = ''] =
      product.stdout().match(/^ {2}(?:sleep 1; )?curl (?:[^\n]*\\\n)*[^\n]*/gm) ?? [];
    expect(execFileSync('sh', ['-c', sending], { encoding: 'utf8', stdio: 'pipe' })).toContain('"accepted":1');
    // The default of one second is not enough on a busy machine.
    await untilCounted(product, 1);
    expect(execFileSync('sh', ['-c', reading], { encoding: 'utf8', stdio: 'pipe' })).toContain('"activeVisitors":1');
  });

  it('A24 prints the path of the secret key instead of the key if its output is not a terminal', async () => {
    const { stdout, secretKey } = await running();
    expect(stdout()).not.toContain('sk_live_');
    expect(stdout()).toMatch(/Secret key +in \S+\/data\/credentials\.json\n/);
    expect(secretKey).toMatch(/^sk_live_/);
  });

  it('A24 warns of an unknown setting and names the nearest, and of no others', async () => {
    const { stdout } = await running();
    const warnings = logLines(stdout()).filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual([
      'TRUST_PROXXY is not a setting of Footfall: did you mean TRUST_PROXY?',
    ]);
  });

  it('A25 states its version in the log, the greeting, /healthz and /metrics', async () => {
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

  it('A11 refuses a data directory in use with one line and status 2, and the first process continues', async () => {
    const first = await running();
    const second = launch();
    expect(await ended(second.child)).toBe(2);
    expect(second.output.stderr).toMatch(/^\S+ is in use by another process \(pid \d+\); .* DATA_DIR\n$/);
    expect(await send(first, 1)).toBe(202);
    await untilCounted(first, 2);
  });

  it('A7 keeps its credentials, and every acknowledged event, across a kill right after the response', async () => {
    const first = await running();
    const before = await pageviews(first);
    expect(await send(first, 500)).toBe(202);
    await killed(first.child);
    const second = await running();
    expect(second.secretKey).toBe(first.secretKey);
    await untilCounted(second, before + 500);
  });

  it('A8 ends with 0 on SIGTERM after storing all accepted events', async () => {
    const first = await running();
    const before = await pageviews(first);
    expect(await send(first, 500)).toBe(202);
    expect(await stopped(first.child)).toBe(0);
    expect(await pageviews(await running())).toBe(before + 500);
  });

  it('G20 ends with 0 on SIGTERM although hostile clients are connected to both ports', async () => {
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

  it('A9 ends with 1 on a second SIGTERM while a request is in progress', async () => {
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
    killAtEnd(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    await settled(child, output);
    expect(output.stdout).toMatch(/Secret key.* sk_live_\w+/);
    child.stdin.write('\u0003');
    await ended(child);
  });
});

describeOnLinux('the standalone process whose output cannot be written', () => {
  it('G11 serves, and ends with 0 on SIGTERM', async () => {
    const dataDir = join(directory, 'unwritable-output');
    const { child } = launch({ DATA_DIR: dataDir }, 'exec >/dev/full 2>&1;');
    const apiUrl = await localApiUrl(dataDir);
    expect((await fetch(`${apiUrl}/healthz`)).status).toBe(200);
    expect(await stopped(child)).toBe(0);
  });
});

describeWithSmallDisk('the standalone process whose log is on a full disk', diskBytes, (disk) => {
  it('G11 continues to serve, and logs again once there is space, with the number of lost lines', async () => {
    const dataDir = join(directory, 'full-log');
    const log = join(disk(), 'log');
    const filler = join(disk(), 'filler');
    writeFileSync(filler, Buffer.alloc(diskBytes));
    const { child } = launch({ DATA_DIR: dataDir }, `exec >${log};`);
    const apiUrl = await localApiUrl(dataDir);
    expect((await fetch(`${apiUrl}/healthz`)).status).toBe(200);
    rmSync(filler);
    expect(await stopped(child)).toBe(0);
    const lines = logLines(readFileSync(log, 'utf8')).map(({ msg }) => msg);
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ lines? of the log could not be written$/),
      'SIGTERM: finishing the work in progress',
    ]);
  });
});

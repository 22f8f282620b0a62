/** Servers as child processes: started, killed, ended, and asked what they stored. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StoredEvent } from './checker.ts';
import type { Target } from './load.ts';
import type { RigOptions } from './rig.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const rigFile = join(root, 'packages/testing/dist/kill/rig.js');
const standaloneFile = join(root, 'apps/standalone/dist/main.js');
const readyDeadlineMs = 60_000;
const pollIntervalMs = 20;

/** How a process ended: its exit status, or the signal. */
type End = number | NodeJS.Signals;

export interface Server extends Target {
  readonly ended: Promise<End>;
  signal(name: NodeJS.Signals): void;
  /** Resolves once the process has printed such a line. Rejects when it ends before. */
  printed(line: RegExp): Promise<string>;
}

/** Compiles what the child processes run: they are plain Node and take no TypeScript. */
export async function build(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'packages/testing'],
    {
      cwd: root,
    },
  );
}

/** The product with faults and safeguards as in `options`. Rejects when it ends before it is ready. */
export async function startRig(options: RigOptions): Promise<Server> {
  const server = run(rigFile, { RIG: JSON.stringify(options) });
  return { ...server, ...(JSON.parse(await server.printed(/^\{"ingestUrl"/)) as Target) };
}

/** The product as it is delivered. Rejects when it ends before it is ready. */
export async function startStandaloneProcess(dataDir: string): Promise<Server> {
  const [apiPort, ingestPort] = await freePorts(2);
  const server = run(standaloneFile, {
    DATA_DIR: dataDir,
    API_PORT: String(apiPort),
    INGEST_PORT: String(ingestPort),
    UV_THREADPOOL_SIZE: '16',
  });
  const ingestUrl = `http://127.0.0.1:${ingestPort}`;
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  const deadline = performance.now() + readyDeadlineMs;
  while (!(await isReady(ingestUrl))) {
    if (hasEnded || performance.now() > deadline) throw new Error(`the server does not get ready: ${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as { secretKey: string };
  return { ...server, ingestUrl, secretKey: credentials.secretKey };
}

/** What is stored in the data directory, which no other process may have open. */
export async function storedEvents(dataDir: string, isRepaired = true): Promise<StoredEvent[]> {
  const server = run(rigFile, { RIG: JSON.stringify({ dataDir, isRepaired, mode: 'list' } satisfies RigOptions) });
  const line = await server.printed(/^\[/);
  await server.ended;
  return JSON.parse(line) as StoredEvent[];
}

/** Kills every process started here that still runs. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

const running = new Set<ChildProcess>();

function run(file: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  for (const stream of [output, createInterface({ input: child.stderr })])
    stream.on('line', (line) => lines.push(line));
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(signal ?? code ?? 0);
    });
  });
  return {
    ended,
    output: () => lines.join('\n'),
    signal: (name: NodeJS.Signals) => void child.kill(name),
    printed: (pattern: RegExp) => printed(pattern, lines, output, ended),
  };
}

function printed(pattern: RegExp, lines: readonly string[], output: Interface, ended: Promise<End>): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) resolve(found);
    };
    output.on('line', look);
    look();
    void ended.then((end) => reject(new Error(`ended (${end}) before it printed ${pattern}: ${lines.join('\n')}`)));
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  return Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            const port = typeof address === 'object' && address ? address.port : 0;
            server.close(() => resolve(port));
          });
        }),
    ),
  );
}

/** The real process, on a data directory that the tests of a file share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { adminSocketFile } from '@footfall/schemas';
import { build, until } from '@footfall/test-servers';
import { z } from 'zod';

export const root = resolve(__dirname, '../../..');
/** The environment, with an unknown setting among usual ones. */
export const usual = { TRUST_PROXXY: '1', HOME: '/root', LANG: 'C', DISPLAY: ':0', HTTP_PROXY: '' };
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export let directory: string;
const processes: ChildProcess[] = [];
/** The process that serves from the directory. A start takes seconds, so tests share it until one ends it. */
let serving: Running | undefined;

/** Creates the directory before the first test of a file, and removes it and its processes after the last. */
export function useProcesses(): void {
  beforeAll(async () => {
    await build();
    directory = mkdtempSync(join(tmpdir(), 'footfall-process-'));
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => killed(each)));
    rmSync(directory, { recursive: true, force: true });
  });
}

export interface Running {
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

export function environmentWith(further: Record<string, string>): NodeJS.ProcessEnv {
  const settings = { DATA_DIR: join(directory, 'data'), API_PORT: '0', INGEST_PORT: '0', UV_THREADPOOL_SIZE: '16' };
  return { PATH: process.env['PATH'], ...settings, ...further };
}

/** Kills the process after the last test, if it is still alive. */
export function killAtEnd(child: ChildProcess): void {
  processes.push(child);
}

/** Starts a process with a channel to this one. A shell runs `before` first, such as `ulimit -n 64;`. */
export function launch(further: Record<string, string> = {}, before = ''): Launched {
  const program = [process.execPath, join(root, 'apps/standalone/dist/main.js')];
  const child = spawn('sh', ['-c', `${before} exec "$@"`, 'sh', ...program], {
    cwd: directory,
    env: environmentWith(further),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  killAtEnd(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output };
}

/** Resolves once the process prints that it is ready. */
export async function ready({ child, output }: Launched): Promise<Running> {
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
export async function running(): Promise<Running> {
  return serving && isAlive(serving.child) ? serving : ready(launch());
}

/** Returns the lines of the log, without the greeting. */
export function logLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** Resolves to true once the process reports that it is ready, or to false once it has ended. */
export function settled(child: ChildProcess, output: Launched['output']): Promise<boolean> {
  return new Promise((decide) => {
    const look = () => {
      if (output.stdout.includes('Stop Footfall with Ctrl-C')) decide(true);
    };
    look();
    child.stdout?.on('data', look);
    child.once('close', () => decide(false));
  });
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

export async function killed(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Resolves with the exit status of the process once it has ended. */
export async function ended(child: ChildProcess): Promise<number | null> {
  // Its output may still be in transit when it has exited.
  const outputs = [child.stdout, child.stderr].filter((stream) => stream?.closed === false);
  const endings = outputs.map(async (stream) => stream && once(stream, 'close'));
  await Promise.all([isAlive(child) ? once(child, 'exit') : undefined, ...endings]);
  return child.exitCode;
}

export async function stopped(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  return ended(child);
}

/** Resolves with the URL of the API once the process on `dataDir`, whose output is not read, returns it on its socket. */
export async function localApiUrl(dataDir: string): Promise<string> {
  const socketPath = join(dataDir, adminSocketFile);
  let body = '';
  await until(async () => {
    body = await new Promise<string>((settle) => {
      get({ socketPath, path: '/local/v1/server' }, (response) => settle(text(response))).on('error', () => settle(''));
    });
    return body !== '';
  });
  return z.object({ data: z.object({ apiUrl: z.string() }) }).parse(JSON.parse(body)).data.apiUrl;
}

/** Resolves once nothing listens at `url` any longer. */
export async function refusesConnections(url: string): Promise<void> {
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

export async function send({ ingestUrl, publicKey }: Running, count: number): Promise<number> {
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
export async function pageviews({ apiUrl, secretKey }: Running): Promise<number> {
  const query = `start=${new Date((startMs -= 1)).toISOString()}`;
  const response = await fetch(`${apiUrl}/api/v1/analytics/overview?${query}`, { headers: { 'X-API-Key': secretKey } });
  return z.object({ pageviews: z.int() }).parse(await response.json()).pageviews;
}

/** Resolves once that many pageviews can be read. */
export async function untilCounted(product: Running, count: number): Promise<void> {
  while ((await pageviews(product)) !== count) await pause(50);
}

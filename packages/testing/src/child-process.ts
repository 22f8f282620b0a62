/** Processes that a test starts: their output, their exit status, and their removal. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The end of a process: its exit status, or the signal. */
export type End = number | NodeJS.Signals;

export interface Child {
  readonly ended: Promise<End>;
  signal(name: NodeJS.Signals): void;
  /** Returns all lines of stdout and stderr so far. */
  output(): string;
  /** Resolves once the process has printed such a line. Rejects if it ends before. */
  printed(line: RegExp): Promise<string>;
  /** Resolves with the resident memory of the process in bytes; 0 if it has ended. */
  residentBytes(): Promise<number>;
}

const running = new Set<ChildProcess>();

/** Kills every process started here that is still running. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

const endsWithParent = join(root, 'packages/testing/src/ends-with-parent.mjs');

/** Runs `file`, a path from the root, with nothing in its environment but PATH and `environment`. It is killed when this process ends, in any way. */
export function run(
  file: string,
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Child {
  const child = spawn(process.execPath, ['--import', endsWithParent, ...nodeOptions, join(root, file)], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'pipe',
  });
  running.add(child);
  const lines: string[] = [];
  const outputs = [createInterface({ input: child.stdout }), createInterface({ input: child.stderr })];
  for (const output of outputs) output.on('line', (line) => lines.push(line));
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(signal ?? code ?? 0);
    });
  });
  return {
    ended,
    output: () => lines.join('\n'),
    signal: (name) => void child.kill(name),
    printed: (pattern) => printed(pattern, lines, outputs, ended),
    residentBytes: () => residentBytes(child.pid),
  };
}

function printed(pattern: RegExp, lines: readonly string[], outputs: readonly Interface[], ended: Promise<End>) {
  return new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) resolve(found);
    };
    for (const output of outputs) output.on('line', look);
    look();
    void ended.then((end) => reject(new Error(`ended (${end}) before it printed ${pattern}: ${lines.join('\n')}`)));
  });
}

async function residentBytes(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return Number(stdout.trim()) * 1024;
}

/** Resolves to true if all dependencies of the server at `url` respond. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

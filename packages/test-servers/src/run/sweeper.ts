/** The process that removes everything that a test run has left, once its input closes. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { composeProject, runLabel } from '../environment.ts';

const sweeperFile = fileURLToPath(new URL('./sweep.mjs', import.meta.url));

let running: ChildProcessByStdio<Writable, null, null> | undefined;

/** Starts a process that outlives this one, however this one ends: in a separate session, so that a Ctrl-C does not reach it. */
export function startSweeper(directory: string, run: string | undefined): void {
  const labels = run === undefined ? [] : [`${runLabel}=${run}`, `com.docker.compose.project=${composeProject()}`];
  running = spawn(process.execPath, [sweeperFile, directory, ...labels], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  running.unref();
}

/** Resolves once it has swept. */
export async function sweep(): Promise<void> {
  if (!running || running.exitCode !== null) return;
  const swept = once(running, 'exit');
  // Until now it did not keep this process alive; without this line the run would end here, before its results are written.
  running.ref();
  running.stdin.end();
  await swept;
}

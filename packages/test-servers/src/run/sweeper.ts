/** The process that removes everything that a test run has left, once its input closes. */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Writable } from 'node:stream';

export type Sweeper = ChildProcessByStdio<Writable, null, null>;

let held: Sweeper | undefined;

/** Stores the sweeper for the end of the run. */
export function holdSweeper(sweeper: Sweeper): void {
  held = sweeper;
}

/** Resolves once it has swept. */
export async function sweep(): Promise<void> {
  if (!held) return;
  const sweeper = held;
  held = undefined;
  if (sweeper.exitCode !== null) return;
  const swept = new Promise((resolve) => sweeper.once('exit', resolve));
  // Until now it did not keep this process alive; without this line the run would end here, before its results are written.
  sweeper.ref();
  sweeper.stdin.end();
  await swept;
}

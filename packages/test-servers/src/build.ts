/** Compiles what tests start as processes, which are plain Node without TypeScript: once in a run, because concurrent compilers would read each other's half-written files. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { runVariable } from './environment.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const projects = ['packages/testing', 'apps/cli'];

/** Resolves once everything is compiled, by this suite or another. Rejects with the output of the compiler. */
export async function build(): Promise<void> {
  const run = process.env[runVariable];
  const problem = await (run === undefined ? compile() : compileOnce(join(tmpdir(), `footfall-build-${run}`)));
  if (problem !== '') throw new Error(problem);
}

/** The suite that creates `directory` compiles, and writes the problem into it; the others wait for that. */
async function compileOnce(directory: string): Promise<string> {
  const outcome = join(directory, 'outcome');
  if (mkdirSync(directory, { recursive: true }) !== undefined) {
    const written = join(directory, 'written');
    writeFileSync(written, await compile());
    renameSync(written, outcome);
  }
  await until(() => existsSync(outcome));
  return readFileSync(outcome, 'utf8');
}

/** Resolves with the problem; empty without one. */
async function compile(): Promise<string> {
  const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });
  try {
    await node('node_modules/typescript/bin/tsc', '-b', ...projects);
    await node('packages/tracker/dist/scripts/write-scripts.js');
    return '';
  } catch (error) {
    // The compiler prints errors to stdout.
    return inspect(error);
  }
}

/** Reads all of an environment in a separate process: LMDB trusts its file, and damage can end the process that reads it. */
import { StartError } from '@footfall/errors';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type { DirectoryLogger } from './logger.ts';
import { Progress, type ProgressLimits } from './progress.ts';

/**
 * Plain JavaScript for `node -e`: the paths of the library and of the environment are its arguments. Prints the number of bytes read and
 * the total, or the problem. Keys must ascend: damage can create cycles in a tree.
 */
const walk = `
const say = (line) => process.stdout.write(line + '\\n');
try {
  const root = require(process.argv[1]).open({ path: process.argv[2], overlappingSync: false });
  const tables = [...root.getKeys()].map((name) => {
    const table = root.openDB(name, { encoding: 'binary', keyEncoding: 'binary' });
    const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages, entryCount } = table.getStats();
    return { table, name, entryCount, bytes: pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages) };
  });
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  let saidAt = 0;
  for (const { table, name, entryCount, bytes } of tables) {
    let read = 0;
    let last;
    for (const { key, value } of table.getRange()) {
      value.at(-1);
      if (last !== undefined && Buffer.compare(last, key) >= 0) throw new Error('the keys of ' + name + ' are out of order');
      last = key;
      read += 1;
      if (read % 64 === 0 && Date.now() - saidAt > 200) {
        say(Math.round(before + bytes * Math.min(1, read / entryCount)) + ' ' + total);
        saidAt = Date.now();
      }
    }
    before += bytes;
  }
  say(total + ' ' + total);
  // Includes a write, because the free pages may be damaged.
  root.openDB('walks', { encoding: 'json' }).putSync('last', Date.now());
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}`;

const progressPattern = /^(\d+) (\d+)$/;

/** The signals with which damage can end the process that reads. Any other end says nothing about the data. */
const damageSignals: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT']);

/** Resolves with the bytes in use if everything in the environment in the folder `path` can be read, and a write succeeds. Rejects with the problem if it is damaged, and with a StartError if that could not be determined. */
export async function walkEnvironment(
  path: string,
  logger: DirectoryLogger | undefined,
  limits: ProgressLimits,
): Promise<number> {
  const progress = new Progress(path, logger, limits);
  const faults: string[] = [];
  const onLine = (line: string) => {
    const [, checked, total] = progressPattern.exec(line) ?? [];
    if (checked === undefined) faults.push(line);
    else progress.advance(Number(checked), Number(total));
  };
  try {
    const { code, signal } = await runWalk(path, progress.stalled, onLine).catch((error: unknown) => {
      if (progress.stalled.aborted)
        throw unchecked(path, `reading it has not advanced for ${limits.stalledMs / 1000} s`);
      throw unchecked(path, error instanceof Error ? error.message : String(error), error);
    });
    if (code === 0) return progress.checkedBytes;
    if (code === 1 || damageSignals.has(signal)) throw new Error(faults.join(' ') || 'its pages are inconsistent');
    throw unchecked(path, signal ?? `exit code ${code}`);
  } finally {
    progress.end();
  }
}

function unchecked(path: string, reason: string, cause?: unknown): StartError {
  return new StartError(`${path} could not be checked: ${reason}`, { cause });
}

/** Resolves with the end of the walk: its exit code, or the signal that ended it. Rejects if it could not be started, or if `stalled` has ended it. */
async function runWalk(
  path: string,
  stalled: AbortSignal,
  onLine: (line: string) => void,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const library = createRequire(import.meta.url).resolve('lmdb');
  const child = spawn(process.execPath, ['-e', walk, library, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: stalled,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
    createInterface({ input: child.stdout }).on('line', onLine);
  });
}

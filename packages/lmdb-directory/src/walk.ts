/** Reads all that is in an environment, in a process of its own: LMDB trusts its file, and damage can end the process that reads it. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** A walk that takes longer goes in circles. */
const walkDeadlineMs = 120_000;

/** Plain JavaScript for `node -e`: the library's path and the environment's are its arguments. */
const walk = `
try {
  const root = require(process.argv[1]).open({ path: process.argv[2], overlappingSync: false });
  for (const name of [...root.getKeys()]) {
    for (const { value } of root.openDB(name, { encoding: 'binary' }).getRange()) value.at(-1);
  }
  // A write too: the pages that are free to be used may be what is damaged.
  root.openDB('walks', { encoding: 'json' }).putSync('last', Date.now());
} catch (error) {
  process.stdout.write(error.message);
  process.exitCode = 1;
}`;

/** Resolves when everything in the environment in the folder `path` can be read, and something written. Rejects with what stopped it. */
export async function walkEnvironment(path: string): Promise<void> {
  const library = createRequire(import.meta.url).resolve('lmdb');
  try {
    await promisify(execFile)(process.execPath, ['-e', walk, library, path], { timeout: walkDeadlineMs });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const said: unknown = error instanceof Error ? Reflect.get(error, 'stdout') : undefined;
  return typeof said === 'string' && said !== '' ? said : 'its pages do not fit together';
}

/** Creates and checks the directory of the embedded engine, and explains why it cannot be opened. */
import { StartError } from '@footfall/errors';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** The file that the engine locks while it runs; it contains the process ID. */
export const lockFile = 'status';

/** Returns the absolute path of the directory, and creates it if it is missing. Throws a StartError that names the path if it or the engine's files in it cannot be written. */
export function prepareDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const directory = realpathSync(path);
    const contents = [lockFile, 'metadata', 'store', 'data'].map((name) => join(directory, name));
    for (const one of [directory, ...contents.filter((name) => existsSync(name))]) {
      accessSync(one, constants.R_OK | constants.W_OK);
    }
    return directory;
  } catch (error) {
    throw new StartError(`${path} cannot be written: check DATA_DIR and the owner of the directory`, { cause: error });
  }
}

/** Throws a StartError if the directory of a table is missing, as after a restore that was interrupted: the engine would create an empty one. */
export function requireTables(directory: string): void {
  // The engine keeps a link to the directory of the database, and of each table.
  for (const parent of ['metadata', 'data/footfall'].map((name) => join(directory, name)).filter(existsSync)) {
    const missing = readdirSync(parent).find((name) => !existsSync(join(parent, name)));
    if (missing === undefined) continue;
    const target = resolve(parent, readlinkSync(join(parent, missing)));
    throw new StartError(
      `${directory} is incomplete: ${target} is missing, the directory of ${missing}. Restore all of DATA_DIR from a backup, into an empty directory`,
    );
  }
}

/** Returns the reason why the engine did not open `directory`, which the engine itself only prints. The exit code is 2 if a living process owns the directory. */
export function explainFailedOpen(directory: string, cause: unknown): StartError {
  const pid = lockHolder(directory);
  if (pid !== undefined) {
    return new StartError(
      `${directory} is in use by another process (pid ${pid}); stop it, or choose another DATA_DIR`,
      {
        cause,
        exitCode: 2,
      },
    );
  }
  return new StartError(`${directory} cannot be opened: another machine uses it, or its data is damaged`, { cause });
}

function lockHolder(directory: string): number | undefined {
  const path = join(directory, lockFile);
  if (!existsSync(path)) return undefined;
  const pid = Number(/PID: (\d+)/.exec(readFileSync(path, 'utf8'))?.[1]);
  return pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is alive, but belongs to another user.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}

/** The embedded engine's directory: made, checked, and what to say when it cannot be opened. */
import { StartError } from '@footfall/errors';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the engine while it runs, locked, with its process id inside. */
export const lockFile = 'status';

/** The absolute path of the directory, made when it is not there. Throws a StartError that names the path when it or what the engine has in it cannot be written. */
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
    throw new StartError(`${path} cannot be written: check DATA_DIR and who owns it`, { cause: error });
  }
}

/** The reason why the engine did not open `directory`: the engine prints its own but does not return it. The exit code is 2 if a living process has the directory. */
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
  return new StartError(`${directory} cannot be opened: another machine uses it, or its data are damaged`, { cause });
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
    // Alive, and another user's.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}

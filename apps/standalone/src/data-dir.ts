/** The data directory: created if it does not exist, and locked against other processes. */
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isNativeError } from 'node:util/types';
import { lockDirectory } from '@footfall/data-directory';
import { StartError } from '@footfall/errors';
import { adminSocketFile } from '@footfall/schemas';

/** The longest path of a Unix socket is 108 bytes on Linux and 104 elsewhere, including the terminating zero. */
const socketPathBytesMax = 103;
const pathBytesMax = socketPathBytesMax - `/${adminSocketFile}`.length;
/** Accessible to its owner only: it contains keys and the events of visitors. */
const mode = 0o700;

export interface DataDir {
  /** Absolute. */
  dataDir: string;
  adminSocketPath: string;
  /** Releases the directory for other processes. */
  release: () => Promise<void>;
}

/** Makes this process the only one that uses the directory. Throws a StartError if the directory cannot be created or written, or its disk is full (exit code 1), or if another process uses it (2). */
export async function lockDataDir(path: string): Promise<DataDir> {
  const dataDir = await openDirectory(path);
  const bytes = Buffer.byteLength(dataDir);
  if (bytes > pathBytesMax) {
    throw new StartError(
      `DATA_DIR ${dataDir} must have at most ${pathBytesMax} bytes, because of the socket in it, got ${bytes}`,
    );
  }
  // Before anything in it is opened or written: of several concurrent starts, only one continues past this line.
  return { dataDir, adminSocketPath: join(dataDir, adminSocketFile), release: lockDirectory(dataDir) };
}

async function openDirectory(path: string): Promise<string> {
  try {
    await makeDirectory(resolve(path));
    return await realpath(path);
  } catch (error) {
    const file = await fileOn(resolve(path));
    const reason = file
      ? `: ${file} is a file, not a directory`
      : ` (${isNativeError(error) ? error.message : String(error)}): choose another, or check who owns it`;
    throw new StartError(`DATA_DIR ${path} cannot be created${reason}`, { cause: error });
  }
}

/** Returns the file that exists where the path needs a directory; undefined if there is none. */
async function fileOn(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats) return stats.isDirectory() ? undefined : path;
  return dirname(path) === path ? undefined : fileOn(dirname(path));
}

/** Creates `path` and its missing parents. Node's recursive mkdir never ends where the system cannot create anything, as in /proc. */
async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  if (dirname(path) !== path) await makeDirectory(dirname(path));
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another process that starts may have created it meanwhile.
    if (!(await isDirectory(path))) throw error;
  }
}

/** Returns false if nothing exists there. If it is a file, mkdir fails. */
async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

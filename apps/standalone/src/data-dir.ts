/** The directory of everything that is kept: made when it is not there, and not another process's. */
import { mkdir, realpath } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { StartError } from '@footfall/errors';

/** Unix limits a socket's path to 108 bytes on Linux and 104 elsewhere, the closing one included. */
const socketPathBytesMax = 103;

export interface DataDir {
  /** Absolute. */
  dataDir: string;
  adminSocketPath: string;
}

/** Throws a StartError when the directory cannot be made (exit code 1), or a running Footfall answers in it (2). */
export async function claimDataDir(path: string): Promise<DataDir> {
  const dataDir = await makeDirectory(path);
  const adminSocketPath = join(dataDir, 'admin.sock');
  if (Buffer.byteLength(adminSocketPath) > socketPathBytesMax) {
    throw new StartError(`DATA_DIR ${dataDir} is too long for the socket in it: choose a shorter path`);
  }
  // The engine guards its own files as well, but says so in its own words.
  if (await isAnswered(adminSocketPath)) {
    throw new StartError(`DATA_DIR ${dataDir} is in use by a running Footfall: stop it, or choose another DATA_DIR`, {
      exitCode: 2,
    });
  }
  return { dataDir, adminSocketPath };
}

/** Made for its owner alone: it holds keys and what visitors did. */
async function makeDirectory(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await realpath(path);
  } catch (error) {
    throw new StartError(`DATA_DIR ${path} cannot be made: choose another, or check who owns it`, { cause: error });
  }
}

function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** One process at a time owns a directory; the kernel ends its claim with the process, so kill -9 leaves no stale lock. */
import { StartError } from '@footfall/errors';
import { open } from 'lmdb';
import { join } from 'node:path';
import { durableOptions } from './durable-options.ts';

/** Directories that this process owns: in LMDB's table of readers, its own entries do not count as another owner. */
const ownedHere = new Set<string>();
const mapBytes = 1 << 20;

/** Makes this process the owner of the directory `path` until the returned function is called. Throws a StartError: exit code 2 if a living process owns it, 1 if it cannot be written. */
export function claimDirectory(path: string): () => Promise<void> {
  if (ownedHere.has(path)) throw inUse(path, process.pid);
  try {
    return claim(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function claim(path: string): () => Promise<void> {
  const table = open<number, string>({
    ...durableOptions,
    path: join(path, 'owner'),
    mapSize: mapBytes,
    encoding: 'json',
  });
  // An open read holds a slot in the table of readers. LMDB guards each with a file lock, which shows whether its process is alive.
  const presence = table.useReadTransaction();
  table.get('pid', { transaction: presence });
  const owner = table.transactionSync(() => {
    table.readerCheck();
    const recorded = table.get('pid');
    if (recorded !== undefined && recorded !== process.pid && livingPids(table.readerList()).has(recorded))
      return recorded;
    table.putSync('pid', process.pid);
    return process.pid;
  });
  const leave = async () => {
    presence.done();
    await table.close();
  };
  if (owner !== process.pid) {
    void leave();
    throw inUse(path, owner);
  }
  ownedHere.add(path);
  return async () => {
    ownedHere.delete(path);
    await leave();
  };
}

/** Parses the table, which is text: a heading, then a line per reader that starts with its process ID. */
function livingPids(readerList: string): Set<number> {
  return new Set(readerList.split('\n').map((line) => Number.parseInt(line, 10)));
}

function inUse(path: string, pid: number): StartError {
  return new StartError(`${path} is in use by another process (pid ${pid}); stop it, or choose another DATA_DIR`, {
    exitCode: 2,
  });
}

/** The lock of a directory, which one process at a time owns. The kernel releases it when the process ends, so kill -9 leaves no stale lock. */
import { StartError } from '@footfall/errors';
import { open, type RootDatabase } from 'lmdb';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { durableOptions } from './durable-options.ts';
import { freeBytesMin } from './held-file.ts';
import { freeInodesMin, shortageAt } from './shortage.ts';

/** The size of the file, most of it a hole: a shorter one has been truncated, and reading it could end the process. */
const mapBytes = 1 << 20;

/** Makes this process the owner of the directory `path` until the returned function is called. Throws a StartError: exit code 2 if a live process owns it, 1 if it cannot be written, or if its disk has less than `bytesMin` or too few inodes free: nothing could be written, and a new file would look damaged. */
export function lockDirectory(path: string, bytesMin = freeBytesMin): () => Promise<void> {
  requireSpace(path, bytesMin);
  try {
    return lock(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function requireSpace(path: string, bytesMin: number): void {
  const shortage = shortageAt(path, bytesMin);
  if (shortage === 'bytes')
    throw new StartError(`The disk of ${path} is full: it must have ${Math.ceil(bytesMin / 2 ** 20)} MiB free`);
  if (shortage === 'inodes')
    throw new StartError(`The disk of ${path} has too few inodes: it must have ${freeInodesMin} free`);
}

function lock(path: string): () => Promise<void> {
  const environment = join(path, 'owner');
  const table = openTable(environment);
  if (hasNamesake(environment, table)) {
    void table.close();
    throw inUse(path, process.pid);
  }
  // The transaction lets one process at a time check for an owner and register itself. An open read transaction is the registration.
  const { owner, presence } = table.transactionSync(() => {
    const found = pidsIn(table.readerList()).find((pid) => pid !== process.pid);
    if (found !== undefined) return { owner: found };
    // Earlier versions look for the owner here.
    table.putSync('pid', process.pid);
    return { presence: table.useReadTransaction() };
  });
  if (presence === undefined) {
    void table.close();
    throw inUse(path, owner);
  }
  return async () => {
    presence.done();
    await table.close();
  };
}

/** Opens the table of readers: each live owner has an entry in it; opening removes those of dead ones. LMDB guards each entry with a file lock, which shows whether its process is alive. */
function openTable(environment: string): RootDatabase<number, string> {
  const file = join(environment, 'data.mdb');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < mapBytes) replaceFile(environment, file);
  return openFile(environment);
}

/** Replaces `file` atomically by an empty one of the full size, because other processes may do the same. Its content is not needed: the entries are in the file of locks. */
function replaceFile(environment: string, file: string): void {
  // Not recursive: Node would report a read-only disk as a missing directory.
  try {
    // Closed to other users: a user who can read the file of locks could hold one, and no process could start.
    mkdirSync(environment, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(environment)) throw error;
  }
  const draft = mkdtempSync(join(environment, 'draft-'));
  try {
    void openFile(draft).close();
    truncateSync(join(draft, 'data.mdb'), mapBytes);
    renameSync(join(draft, 'data.mdb'), file);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

function openFile(environment: string): RootDatabase<number, string> {
  return open<number, string>({ ...durableOptions, path: environment, mapSize: mapBytes, encoding: 'json' });
}

/**
 * Returns true if this process owns the directory already, or a live process in another container with the same ID. LMDB treats the entry of the
 * other one as one of this process; a process with another ID sees whether the entry's process is alive.
 */
function hasNamesake(environment: string, table: RootDatabase<number, string>): boolean {
  const isListed = (readerList: string) => pidsIn(readerList).includes(process.pid);
  return isListed(table.readerList()) && isListed(readersOf(environment));
}

/** Plain JavaScript for `node -e`: prints the live readers of an environment. The paths of the library and of the environment are its arguments. */
const look = `
const table = require(process.argv[1]).open({ path: process.argv[2], overlappingSync: false });
process.stdout.write(table.readerList());`;

const lookMsMax = 10_000;

function readersOf(environment: string): string {
  const library = createRequire(import.meta.url).resolve('lmdb');
  const { status, stdout } = spawnSync(process.execPath, ['-e', look, library, environment], {
    encoding: 'utf8',
    timeout: lookMsMax,
  });
  if (status !== 0) throw new Error('its owner cannot be determined');
  return stdout;
}

/** Parses the table of readers, which is text: a heading, then a line per reader that starts with its process ID. */
function pidsIn(readerList: string): number[] {
  return readerList.split('\n').flatMap((line) => Number.parseInt(line, 10) || []);
}

function inUse(path: string, pid: number): StartError {
  return new StartError(`${path} is in use by another process (pid ${pid}); stop it, or choose another DATA_DIR`, {
    exitCode: 2,
  });
}

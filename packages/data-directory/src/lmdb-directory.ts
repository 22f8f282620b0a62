/** A directory with one LMDB environment, durable on commit, owned by one process at a time. */
import { StartError, unavailable } from '@footfall/errors';
import { open, type RootDatabase } from 'lmdb';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getSystemErrorName, types } from 'node:util';
import { requireAddressSpace } from './address-space.ts';
import { cannotOpen } from './cannot-open.ts';
import { compactEnvironment } from './compact.ts';
import { durableOptions } from './durable-options.ts';
import { GroupCommit } from './group-commit.ts';
import { HeldFile, type HeldFileOptions, retryAfterSeconds } from './held-file.ts';
import type { DirectoryLogger } from './logger.ts';
import { lockDirectory } from './owner.ts';
import { progressLimits } from './progress.ts';
import { walkEnvironment } from './walk.ts';
import { writeDurably } from './write-durably.ts';

export type { Database, RootDatabase } from 'lmdb';

/** The address space to reserve for the file, which contains the backlog of events, dead letters, open sessions and free pages. */
const mapBytes = 16 * 1024 ** 3;

/** The size of the file with which a failed disk is probed, about that of a commit. */
const probeBytes = 64 << 10;

/** The maximum wait for the reason of a failed commit, which the library provides a moment later. */
const reasonMsMax = 1_000;

export interface LmdbDirectory {
  /** Absolute. */
  readonly path: string;
  /** The root, for `openDB`: named databases contain the data. */
  readonly root: RootDatabase;
  /**
   * Runs the puts and removes of `action` in the next commit, after the actions of earlier calls. Resolves once that commit is on
   * disk. Rejects with UNAVAILABLE if the disk is full or fails, or the file is no longer at its path. Settles before the
   * actions of the commit after it run.
   */
  write(action: () => void): Promise<void>;
  /** Throws the UNAVAILABLE with which `write` would reject now; for other files in the directory. */
  requireSpace(): void;
  /** Waits for the writes in progress and releases the directory. */
  close(): Promise<void>;
}

/** Opens or creates the environment in `path`, after reading all of it, and compacting its file if most of it is free. Rejects with a StartError: exit code 2 if another process owns the directory, 1 if it cannot be written, its disk is full, it is damaged, the check was interrupted, or the limit of address space is too low. */
export async function openLmdbDirectory(path: string, options: HeldFileOptions = {}): Promise<LmdbDirectory> {
  requireAddressSpace();
  const directory = writableDirectory(path);
  const unlock = lockDirectory(directory, options.freeBytesMin);
  try {
    return await openEnvironment(directory, options, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openEnvironment(
  path: string,
  options: HeldFileOptions,
  unlock: () => Promise<void>,
): Promise<LmdbDirectory> {
  const data = join(path, 'data');
  const root = await openChecked(data, options.logger);
  const file = new HeldFile(join(data, 'data.mdb'), options);
  const probe = join(path, 'probe');
  const commits = new GroupCommit<() => void>((actions) => commit(root, file, probe, actions));
  return {
    path,
    root,
    write: (action) => commits.add(action),
    requireSpace: () => file.requireSpace(),
    async close() {
      await commits.finish();
      await root.close();
      await unlock();
    },
  };
}

async function openChecked(data: string, logger?: DirectoryLogger): Promise<RootDatabase> {
  try {
    const files = existsSync(data) ? readdirSync(data) : [];
    // A process that may not open one of them fails like one that reads damaged pages.
    for (const file of files) accessSync(join(data, file), constants.R_OK | constants.W_OK);
    if (files.includes('data.mdb')) {
      await compactEnvironment(data, await walkEnvironment(data, logger, progressLimits), logger);
    }
    return open({ ...durableOptions, path: data, mapSize: mapBytes });
  } catch (error) {
    throw cannotOpen(data, error);
  }
}

async function commit(
  root: RootDatabase,
  file: HeldFile,
  probe: string,
  actions: readonly (() => void)[],
): Promise<void> {
  file.requireSpace();
  // The library prints every commit that fails, so nothing is passed to it while the disk fails.
  if (file.isFailing) await tryDisk(file, probe);
  try {
    await root.batch(() => {
      for (const action of actions) action();
    });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'commitError' in error) {
      throw file.failed(await reasonOf(Promise.resolve(error.commitError)));
    }
    throw unavailable('The data directory cannot be written', { cause: error, retryAfterSeconds });
  }
  // Commits to a file without a path are lost when the process ends.
  file.requireInPlace();
  file.succeeded();
}

/** Writes a file and removes it. Rejects with UNAVAILABLE if the disk refuses that. */
async function tryDisk(file: HeldFile, probe: string): Promise<void> {
  try {
    await writeDurably(probe, Buffer.alloc(probeBytes), 0o600);
    await rm(probe);
  } catch (error) {
    throw file.failed(describe(error));
  }
}

/** Resolves with the reason why a commit failed, with which `rejecting` rejects. */
function reasonOf(rejecting: Promise<unknown>): Promise<string> {
  const waiting = Promise.race([rejecting, delay(reasonMsMax, undefined, { ref: false })]);
  return waiting.then(() => 'a commit failed', describe);
}

/** Returns the message of an error of the file system, with the system's code. */
function describe(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'number' && code > 0 ? `${error.message} (${getSystemErrorName(-code)})` : error.message;
}

function writableDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return realpathSync(path);
  } catch (error) {
    throw new StartError(`${path} cannot be written`, { cause: error });
  }
}

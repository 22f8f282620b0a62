/** A directory with one LMDB environment, durable on commit, owned by one process at a time. */
import { StartError, unavailable } from '@footfall/errors';
import { open, type RootDatabase } from 'lmdb';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { cannotOpen } from './cannot-open.ts';
import { compactEnvironment } from './compact.ts';
import { durableOptions } from './durable-options.ts';
import { GroupCommit } from './group-commit.ts';
import { HeldFile, type HeldFileOptions, retryAfterSeconds } from './held-file.ts';
import type { DirectoryLogger } from './logger.ts';
import { claimDirectory } from './owner.ts';
import { progressLimits } from './progress.ts';
import { walkEnvironment } from './walk.ts';

export type { Database, RootDatabase } from 'lmdb';

/** The address space to reserve for the file, which contains the backlog of events, dead letters, open sessions and free pages. */
const mapBytes = 16 * 1024 ** 3;

export interface LmdbDirectory {
  /** Absolute. */
  readonly path: string;
  /** The root, for `openDB`: named databases contain the data. */
  readonly root: RootDatabase;
  /**
   * Runs the puts and removes of `action` in the next commit, after the actions of earlier calls. Resolves once that commit is on
   * disk. Rejects with UNAVAILABLE if it may not be: because the disk is full, or the file is no longer at its path. Settles before the
   * actions of the commit after it run.
   */
  write(action: () => void): Promise<void>;
  /** Throws the UNAVAILABLE with which `write` would reject now; for other files in the directory. */
  requireRoom(): void;
  /** Waits for the writes in progress and releases the directory. */
  close(): Promise<void>;
}

/** Opens or creates the environment in `path`, after reading all of it, and compacting its file if most of it is free. Rejects with a StartError: exit code 2 if another process owns the directory, 1 if it cannot be written, its disk is full, it is damaged, or the check was interrupted. */
export async function openLmdbDirectory(path: string, options: HeldFileOptions): Promise<LmdbDirectory> {
  const directory = writableDirectory(path);
  const giveUp = claimDirectory(directory, options.freeBytesMin);
  try {
    return await openEnvironment(directory, options, giveUp);
  } catch (error) {
    await giveUp();
    throw error;
  }
}

async function openEnvironment(
  path: string,
  options: HeldFileOptions,
  giveUp: () => Promise<void>,
): Promise<LmdbDirectory> {
  const data = join(path, 'data');
  const root = await openChecked(data, options.logger);
  const file = new HeldFile(join(data, 'data.mdb'), options);
  const commits = new GroupCommit<() => void>((actions) => commit(root, file, actions));
  return {
    path,
    root,
    write: (action) => commits.add(action),
    requireRoom: () => file.requireRoom(),
    async close() {
      await commits.finish();
      await root.close();
      await giveUp();
    },
  };
}

async function openChecked(data: string, logger?: DirectoryLogger): Promise<RootDatabase> {
  try {
    if (existsSync(join(data, 'data.mdb'))) {
      await compactEnvironment(data, await walkEnvironment(data, logger, progressLimits), logger);
    }
    return open({ ...durableOptions, path: data, mapSize: mapBytes });
  } catch (error) {
    throw cannotOpen(data, error);
  }
}

async function commit(root: RootDatabase, file: HeldFile, actions: readonly (() => void)[]): Promise<void> {
  file.requireRoom();
  try {
    await root.batch(() => {
      for (const action of actions) action();
    });
  } catch (error) {
    // The reason is in a separate promise, which nothing else handles.
    if (typeof error === 'object' && error !== null && 'commitError' in error) {
      Promise.resolve(error.commitError).catch(() => {});
    }
    // Mostly because the disk has become full during the commit.
    throw unavailable('The data directory cannot be written', { cause: error, retryAfterSeconds });
  }
  // Commits to a file without a path are lost when the process ends.
  file.requireInPlace();
}

function writableDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return realpathSync(path);
  } catch (error) {
    throw new StartError(`${path} cannot be written`, { cause: error });
  }
}

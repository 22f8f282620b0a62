/** A directory with one LMDB environment in it, durable on commit, owned by one process at a time. */
import { StartError } from '@footfall/errors';
import { open, type RootDatabase } from 'lmdb';
import { mkdirSync, realpathSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { durableOptions } from './durable-options.ts';
import { claimDirectory } from './owner.ts';

export type { Database, RootDatabase } from 'lmdb';

export interface LmdbDirectory {
  /** For `openDB`: named databases hold the data. */
  readonly root: RootDatabase;
  /** Puts and removes of `action` as one: all of them are on the disk once it resolves, and none when it rejects, as it does when the disk is full. */
  write(action: () => void): Promise<void>;
  /** Waits for the writes under way and gives the directory up. */
  close(): Promise<void>;
}

/** Opens, or makes, the environment in `path`. `mapBytes` is the most it can grow to. Throws a StartError: exit code 2 when another process owns the directory, 1 when it cannot be written or read. */
export function openLmdbDirectory(path: string, { mapBytes }: { mapBytes: number }): LmdbDirectory {
  const directory = writableDirectory(path);
  const giveUp = claim(directory);
  try {
    const root = openEnvironment(join(directory, 'data'), mapBytes);
    return {
      root,
      write: (action) => write(root, action),
      async close() {
        await root.close();
        await giveUp();
      },
    };
  } catch (error) {
    void giveUp();
    throw new StartError(`${directory} cannot be opened: its data are damaged or of another version`, { cause: error });
  }
}

async function write(root: RootDatabase, action: () => void): Promise<void> {
  try {
    await root.batch(action);
  } catch (error) {
    // The reason comes in a promise of its own, which nobody else looks at.
    const reason: unknown = error instanceof Error ? Reflect.get(error, 'commitError') : undefined;
    if (reason instanceof Promise) reason.catch(() => {});
    throw error;
  }
}

function writableDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return realpathSync(path);
  } catch (error) {
    throw new StartError(`${path} cannot be written`, { cause: error });
  }
}

function claim(directory: string): () => Promise<void> {
  try {
    return claimDirectory(directory);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${directory} cannot be written`, { cause: error });
  }
}

function openEnvironment(path: string, mapBytes: number): RootDatabase {
  const root = open({ ...durableOptions, path, mapSize: mapBytes });
  padToItsPages(root, join(path, 'data.mdb'));
  return root;
}

/** A page that is mapped but past the end of its file kills the process when it is read; one of zeros is an error that can be told. */
function padToItsPages(root: RootDatabase, file: string): void {
  const stats: unknown = root.getStats();
  const pageBytes = numberIn(stats, 'pageSize');
  const bytes = (numberIn(stats, 'lastPageNumber') + 1) * pageBytes;
  if (statSync(file).size < bytes) truncateSync(file, bytes);
}

function numberIn(record: unknown, name: string): number {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  if (typeof value !== 'number') throw new Error(`no ${name} in the environment's figures`);
  return value;
}

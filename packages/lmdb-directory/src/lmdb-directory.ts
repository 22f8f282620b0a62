/** A directory with one LMDB environment in it, durable on commit, owned by one process at a time. */
import { StartError } from '@footfall/errors';
import { open, type RootDatabase } from 'lmdb';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { durableOptions } from './durable-options.ts';
import { claimDirectory } from './owner.ts';
import { walkEnvironment } from './walk.ts';

export type { Database, RootDatabase } from 'lmdb';

export interface LmdbDirectory {
  /** For `openDB`: named databases hold the data. */
  readonly root: RootDatabase;
  /** Puts and removes of `action` as one: all of them are on the disk once it resolves, and none when it rejects, as it does when the disk is full. */
  write(action: () => void): Promise<void>;
  /** Waits for the writes under way and gives the directory up. */
  close(): Promise<void>;
}

/** Opens, or makes, the environment in `path`, after reading all that is in it. `mapBytes` is the address space to set aside for it. Rejects with a StartError: exit code 2 when another process owns the directory, 1 when it cannot be written or is damaged. */
export async function openLmdbDirectory(path: string, { mapBytes }: { mapBytes: number }): Promise<LmdbDirectory> {
  const directory = writableDirectory(path);
  const giveUp = claim(directory);
  const data = join(directory, 'data');
  try {
    if (existsSync(join(data, 'data.mdb'))) await walkEnvironment(data);
    const root = open({ ...durableOptions, path: data, mapSize: mapBytes });
    return {
      root,
      write: (action) => write(root, action),
      async close() {
        await root.close();
        await giveUp();
      },
    };
  } catch (error) {
    await giveUp();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${data} is damaged and not used: ${reason}`, { cause: error });
  }
}

async function write(root: RootDatabase, action: () => void): Promise<void> {
  try {
    await root.batch(action);
  } catch (error) {
    // The reason comes in a promise of its own, which nobody else looks at.
    if (typeof error === 'object' && error !== null && 'commitError' in error) {
      Promise.resolve(error.commitError).catch(() => {});
    }
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

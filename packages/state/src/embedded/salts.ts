/** Salts as one small file per day: removing a file deletes its data, whereas LMDB keeps old pages until it needs them. */
import { unavailable } from '@footfall/errors';
import { type LmdbDirectory, syncToDisk, writeDurably } from '@footfall/data-directory';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Salts } from '../port.ts';

const saltBytes = 32;

/** Returns the salts in the folder `path` of `directory`, which is created if it does not exist. */
export function createSalts(path: string, directory: Pick<LmdbDirectory, 'requireSpace'>): Salts {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const known = new Map<string, Promise<string>>();
  return {
    async salt(day) {
      const salt = known.get(day) ?? readOrMake(path, day, directory);
      known.set(day, salt);
      return salt.catch((cause: unknown) => {
        known.delete(day);
        throw unavailable('The salt cannot be stored', { cause });
      });
    },
    async forgetBefore(day) {
      for (const other of known.keys()) if (other < day) known.delete(other);
      try {
        const names = await readdir(path);
        await Promise.all(names.filter((name) => name < day).map((name) => rm(join(path, name), { force: true })));
        await syncToDisk(path);
      } catch (cause) {
        throw unavailable('Old salts cannot be removed', { cause });
      }
    },
  };
}

/** Returns the salt in the file of `day` in hex, and writes a new one if there is none. */
async function readOrMake(path: string, day: string, directory: Pick<LmdbDirectory, 'requireSpace'>): Promise<string> {
  directory.requireSpace();
  const file = join(path, day);
  const stored = await readIfThere(file);
  if (stored?.length === saltBytes) return stored.toString('hex');
  const made = randomBytes(saltBytes);
  await writeDurably(file, made, 0o600);
  return made.toString('hex');
}

/** Resolves with undefined only if the file does not exist: another salt would make every visitor of the day a new one. */
async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

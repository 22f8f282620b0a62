/** Returns free space of an environment's file to the disk: LMDB reuses free pages, but never shrinks its file. */
import { open } from 'lmdb';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { durableOptions } from './durable-options.ts';
import type { DirectoryLogger } from './logger.ts';
import { syncToDisk } from './write-durably.ts';

/** The least free space for which copying the used pages is worthwhile, unless the used pages are even more. */
const reclaimedBytesMin = 64 << 20;

/**
 * Replaces the file of the environment in the folder `data` by a copy without free pages, if most of it is free: a past
 * backlog made it large. `usedBytes` are in use. The environment must not be open. If there is no space for the copy, the file
 * stays as it is.
 */
export async function compactEnvironment(data: string, usedBytes: number, logger?: DirectoryLogger): Promise<void> {
  const copy = join(data, 'compact');
  // Left by a process that was killed while it compacted.
  rmSync(copy, { recursive: true, force: true });
  const file = join(data, 'data.mdb');
  const freeBytes = statSync(file).size - usedBytes;
  if (freeBytes < Math.max(reclaimedBytesMin, usedBytes)) return;
  try {
    await copyEnvironment(data, copy);
    await syncToDisk(join(copy, 'data.mdb'));
    renameSync(join(copy, 'data.mdb'), file);
    await syncToDisk(data);
    logger?.info(`Compacted ${file}: ${mebibytes(freeBytes)} MiB are free again`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger?.warn(`${file} could not be compacted and stays as it is: ${reason}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function copyEnvironment(from: string, to: string): Promise<void> {
  mkdirSync(to);
  const root = open({ ...durableOptions, path: from });
  try {
    await root.backup(to, true);
  } finally {
    await root.close();
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

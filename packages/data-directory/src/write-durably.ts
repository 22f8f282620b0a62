/** Writes that a crash of the process or the machine cannot leave halfway. */
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes the file `path` with the permissions `mode`. It is on the disk once this resolves; until then it is as before, or complete. */
export async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const draft = `${path}.new`;
  // A draft that a crash left may have other permissions.
  await rm(draft, { force: true });
  await writeFile(draft, content, { mode, flush: true });
  await rename(draft, path);
  await syncToDisk(dirname(path));
}

/** Resolves once the file `path` is on the disk, or the entries created, renamed and removed in the folder `path`. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The directory of a run's temporary files: in memory if there is enough space, because every insert of an embedded engine waits for its disk. */
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryDirectory = '/dev/shm';
/** Many times the size of the files of concurrent suites. */
const freeBytesMin = 8 * 2 ** 30;
/** The mode of other directories of temporary files: tests run processes of other users. */
const mode = 0o1777;

/** Creates the directory, and returns its path. */
export function makeTemporaryDirectory(): string {
  const directory = mkdtempSync(join(hasSpaceInMemory() ? memoryDirectory : tmpdir(), 'footfall-test-'));
  chmodSync(directory, mode);
  return directory;
}

function hasSpaceInMemory(): boolean {
  if (!existsSync(memoryDirectory) || freemem() < freeBytesMin) return false;
  const { bavail, bsize } = statfsSync(memoryDirectory);
  return bavail * bsize >= freeBytesMin;
}

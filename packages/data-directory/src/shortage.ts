/** The check for free space and free inodes on a disk. */
import { statfsSync } from 'node:fs';

/** The number of free inodes below which nothing is written: an insert into the warehouse, and a merge, creates up to a few hundred files. */
export const freeInodesMin = 1_000;

/** Returns the resource of which the disk of `directory` has too little; undefined if it has enough of both. */
export function shortageAt(directory: string, freeBytesMin: number): 'bytes' | 'inodes' | undefined {
  const { bavail, bsize, files, ffree } = statfsSync(directory);
  if (bavail * bsize < freeBytesMin) return 'bytes';
  // File systems that create inodes as needed have 0 in total.
  if (files > 0 && ffree < freeInodesMin) return 'inodes';
  return undefined;
}

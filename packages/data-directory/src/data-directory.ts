/** Directories that one process owns: their owner, the free space on their disk, and the LMDB environments and files in them. The drivers for Kafka and Redis also use `GroupCommit`. */
export { cannotOpen } from './cannot-open.ts';
export { GroupCommit } from './group-commit.ts';
export { lockDirectory } from './owner.ts';
export { HeldFile } from './held-file.ts';
export type { DirectoryLogger } from './logger.ts';
export { type Database, type LmdbDirectory, openLmdbDirectory, type RootDatabase } from './lmdb-directory.ts';
export { syncToDisk, writeDurably } from './write-durably.ts';

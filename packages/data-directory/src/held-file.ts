/** A file that a store keeps open: checks that it is still the file at its path, and that its disk has free space. */
import { type AppError, unavailable } from '@footfall/errors';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DirectoryLogger } from './logger.ts';
import { freeInodesMin, shortageAt } from './shortage.ts';

/**
 * The free space on the disk below which nothing is written. More than a batch of events needs, so that the disk never becomes
 * full in the middle of a commit; and more than the warehouse keeps free, so that accepted events can still be stored.
 */
export const freeBytesMin = 64 << 20;

export interface HeldFileOptions {
  /** The free space on the disk below which nothing may be written. Default: `freeBytesMin`. */
  freeBytesMin?: number;
  /** Receives one message when a problem begins and one when it has ended, however many files of one process share it. */
  logger?: DirectoryLogger | undefined;
}

type Problem = 'moved' | 'full' | 'inodes' | 'failing';

/** The files that have each problem, per logger: their disk and the directory above them are mostly the same. */
const troubled = new WeakMap<DirectoryLogger, Record<Problem, Set<HeldFile>>>();

/** The delay until a retry, longer than usual, because the problem lasts until the operator acts. */
export const retryAfterSeconds = 10;

/** Writes to an open file whose directory was removed are lost when the file is closed, and only a check of its path reveals that. */
export class HeldFile {
  readonly #path: string;
  readonly #identity: string | undefined;
  readonly #freeBytesMin: number;
  readonly #logger: DirectoryLogger | undefined;
  readonly #problems = new Set<Problem>();
  /** The reason why the last write failed. */
  #failure = '';

  /** Tracks the file, or the directory, that is at `path` now. */
  constructor(path: string, options: HeldFileOptions = {}) {
    this.#path = path;
    this.#identity = identityOf(path);
    this.#freeBytesMin = options.freeBytesMin ?? freeBytesMin;
    this.#logger = options.logger;
  }

  /** Throws UNAVAILABLE if the file was removed or replaced. */
  requireInPlace(): void {
    const identity = identityOf(this.#path);
    this.#note('moved', identity === undefined || identity !== this.#identity);
    if (this.#problems.has('moved'))
      throw unavailable('The data directory was removed or replaced', { retryAfterSeconds });
  }

  /** Throws UNAVAILABLE if the file was removed or replaced, or if its disk has no space for `bytes` more or no free inodes. */
  requireSpace(bytes = 0): void {
    this.requireInPlace();
    const shortage = shortageAt(dirname(this.#path), this.#freeBytesMin + bytes);
    this.#note('full', shortage === 'bytes');
    this.#note('inodes', shortage === 'inodes');
    if (shortage === 'bytes') throw unavailable('The disk of the data directory is full', { retryAfterSeconds });
    if (shortage === 'inodes')
      throw unavailable('The disk of the data directory has too few inodes free', { retryAfterSeconds });
  }

  /** True after a write has failed, until one succeeds. */
  get isFailing(): boolean {
    return this.#problems.has('failing');
  }

  /** Notes that the system has refused a write, although there is space, and returns the UNAVAILABLE to throw. `reason` is for the operator. */
  failed(reason: string): AppError {
    this.#failure = reason;
    this.#note('failing', true);
    // Without its cause, which has been logged: a request would log it again.
    return unavailable('The disk of the data directory cannot be written', { retryAfterSeconds });
  }

  /** Notes that a write has succeeded. */
  succeeded(): void {
    this.#note('failing', false);
  }

  #note(problem: Problem, isPresent: boolean): void {
    if (this.#problems.has(problem) === isPresent) return;
    if (isPresent) this.#problems.add(problem);
    else this.#problems.delete(problem);
    if (this.#logger) this.#report(problem, isPresent, this.#logger);
  }

  #report(problem: Problem, isPresent: boolean, logger: DirectoryLogger): void {
    const all = troubled.get(logger) ?? {
      moved: new Set(),
      full: new Set(),
      inodes: new Set(),
      failing: new Set(),
    };
    troubled.set(logger, all);
    const files = all[problem];
    if (isPresent && files.size === 0) logger.error(this.#describe(problem));
    if (isPresent) files.add(this);
    else files.delete(this);
    if (!isPresent && files.size === 0) logger.info('DATA_DIR can be written again');
  }

  #describe(problem: Problem): string {
    if (problem === 'full') {
      // Not the limit of this file: events are accepted again once every store may write.
      return `The disk of DATA_DIR is full: nothing is stored until it has ${freeBytesMin / 2 ** 20} MiB free`;
    }
    if (problem === 'inodes') {
      return `The disk of DATA_DIR has too few inodes: nothing is stored until it has ${freeInodesMin} free`;
    }
    if (problem === 'failing')
      return `The disk of DATA_DIR cannot be written: ${this.#failure}. Nothing is stored until it can`;
    return `${this.#path} was removed or replaced while it was in use: nothing is stored until it is moved back or Footfall is restarted`;
  }
}

/** Returns the file system's identity of the file at `path`; undefined if there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}:${found.ino}`;
}

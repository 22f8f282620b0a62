/** The reason why something in a directory cannot be opened. */
import { StartError } from '@footfall/errors';

/** Returns the StartError for `what`, which could not be opened because of `error`; a fault of the file system is not reported as damage. Returns a StartError unchanged. */
export function cannotOpen(what: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const isOfFileSystem = typeof error === 'object' && error !== null && 'syscall' in error;
  const problem = isOfFileSystem ? 'cannot be written' : 'is damaged and not used';
  return new StartError(`${what} ${problem}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

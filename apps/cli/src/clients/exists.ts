/** Looks for a file of the running Footfall, which may belong to another user. */
import { accessSync } from 'node:fs';
import { CommandError } from '../terminal/command-error.ts';
import { reasonOf } from '../terminal/system-error.ts';

/** Returns false if there is nothing at `path`. Throws a CommandError if this user cannot know, as in a directory of another user. */
export function exists(path: string): boolean {
  try {
    // Not statSync: once it has seen a socket, Node 20 resolves the links of the next module wrongly.
    accessSync(path);
    return true;
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(Object(cause).code)) return false;
    throw new CommandError(
      `${path} cannot be accessed (${reasonOf(cause)}): run the command as the user that runs Footfall`,
      { cause },
    );
  }
}

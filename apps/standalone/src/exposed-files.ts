/** Finds files of the data directory that other users of this machine can read or write. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { credentialsFile } from '@footfall/schemas';
import { shellWord } from './shell-word.ts';

const writableByOthers = 0o022;
const accessibleToOthers = 0o066;

/** Returns a warning for each path that users other than its owner can access, with the command that fixes it. */
export async function exposedFiles(dataDir: string): Promise<string[]> {
  const credentials = join(dataDir, credentialsFile);
  const [directoryMode, credentialsMode] = await Promise.all([modeOf(dataDir), modeOf(credentials)]);
  const lines: string[] = [];
  if ((directoryMode & writableByOthers) !== 0) {
    lines.push(
      `DATA_DIR ${dataDir} can be written by other users (mode ${octal(directoryMode)}): chmod go-w ${shellWord(dataDir)}`,
    );
  }
  if ((credentialsMode & accessibleToOthers) !== 0) {
    lines.push(
      `The keys in ${credentials} can be read or changed by other users (mode ${octal(credentialsMode)}): chmod 600 ${shellWord(credentials)}`,
    );
  }
  return lines;
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

function octal(mode: number): string {
  return mode.toString(8);
}

/** A process that prints `ready`, opens the given directory after any input, prints `held` or the exit code of the refusal, and runs until its input ends. */
import { StartError } from '@footfall/errors';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openLmdbDirectory } from './data-directory.ts';

const [, , path = ''] = process.argv;
const say = (word: string) => writeSync(process.stdout.fd, `${word}\n`);

say('ready');
await once(process.stdin, 'data');
try {
  await openLmdbDirectory(path);
  say('held');
} catch (error) {
  say(error instanceof StartError ? String(error.exitCode) : String(error));
}
process.stdin.once('end', () => process.exit());

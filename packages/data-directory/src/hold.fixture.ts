/** A process that opens the given directory, prints `held` or the exit code of the refusal, and runs until its input ends. */
import { StartError } from '@footfall/errors';
import { writeSync } from 'node:fs';
import { freeBytesMin, openLmdbDirectory } from './data-directory.ts';

const [, , path = ''] = process.argv;
try {
  await openLmdbDirectory(path, { freeBytesMin });
  writeSync(process.stdout.fd, 'held\n');
} catch (error) {
  writeSync(process.stdout.fd, `${error instanceof StartError ? error.exitCode : String(error)}\n`);
}
process.stdin.resume();
process.stdin.once('end', () => process.exit());

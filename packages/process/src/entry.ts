/** Runs the program of a main.ts, or prints the version. */
import { runWithDescriptors } from './descriptors.ts';
import { version } from './version.ts';

/** Checks the limit of open files and loads the program that `load` imports; with `--version`, only prints the version. */
export async function runMain(load: () => Promise<unknown>): Promise<void> {
  if (process.argv[2] === '--version') process.stdout.write(`${version}\n`);
  else await runWithDescriptors(load);
}

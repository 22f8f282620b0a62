/** Runs the program of a main.ts, or prints the version. */
import { runWithDescriptors } from './descriptors.ts';
import { version } from './version.ts';

/** Loads the program that `load` imports after checking the limit of open files; with `--version` it is not loaded. */
export async function runMain(load: () => Promise<unknown>): Promise<void> {
  if (process.argv[2] === '--version') process.stdout.write(`${version}\n`);
  else await runWithDescriptors(load);
}

/** The command line of Footfall: `pnpm footfall …`. */
import { processEnvironment } from '@footfall/process/settings';
import { runProgram } from './program.ts';
import { reasonOf } from './terminal/system-error.ts';
import { writeMessage } from './terminal/terminal.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Commands write JSON to pipes that may close early, as `| head` does.
  if (error.code === 'EPIPE') process.exit(0);
  writeMessage(`Error: the output could not be written: ${reasonOf(error)}`);
  process.exit(1);
});

process.exitCode = await runProgram(process.argv.slice(2), processEnvironment);

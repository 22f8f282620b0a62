/** The command line of Footfall: `pnpm footfall …`. */
import { processEnvironment } from '@footfall/process/settings';
import { runProgram } from './program.ts';

// Commands write JSON to pipes that may close early, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runProgram(process.argv.slice(2), processEnvironment());

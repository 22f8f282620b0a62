/** Ctrl-C while a command works. */
import { CommanderError } from 'commander';
import { writeMessage } from './terminal.ts';

/** The exit status that shells report for a process ended by SIGINT. */
export const interruptedStatus = 130;

/** Runs `work` with a signal that the first Ctrl-C aborts; a second one ends the process. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** Returns the error that ends an interrupted command, after writing what it has completed. */
export function interruption(message: string): CommanderError {
  writeMessage(message);
  return new CommanderError(interruptedStatus, 'footfall.interrupted', message);
}

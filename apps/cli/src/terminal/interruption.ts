/** Ctrl-C, or another signal that ends a command, while it works. */
import { CommanderError } from 'commander';
import { writeMessage } from './terminal.ts';

/** The exit status that shells report for a process ended by SIGINT. */
export const interruptedStatus = 130;

/** The signals of Ctrl-C, and of `kill` and service managers. Not SIGHUP: a listener would end work that `nohup` protects from it. */
const endingSignals = ['SIGINT', 'SIGTERM'] as const;

/** Runs `work` with a signal that the first Ctrl-C or other ending signal aborts; a second one of the same kind ends the process. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  for (const name of endingSignals) process.once(name, interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    for (const name of endingSignals) process.off(name, interrupt);
  }
}

/** Returns the error that ends an interrupted command, after writing what it has completed. */
export function interruption(message: string): CommanderError {
  writeMessage(message);
  return new CommanderError(interruptedStatus, 'footfall.interrupted', message);
}

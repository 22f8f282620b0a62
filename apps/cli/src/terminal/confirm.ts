/** Requests confirmation of actions that cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';

/** Resolves if `isSure`, or if the user confirms on a terminal; rejects with a CommandError otherwise. */
export async function confirm(question: string, isSure: true | undefined): Promise<void> {
  if (isSure) return;
  if (!process.stdin.isTTY) throw new CommandError(`${question} Confirm with --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('nothing was changed');
  } finally {
    terminal.close();
  }
}

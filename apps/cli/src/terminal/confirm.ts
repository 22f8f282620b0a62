/** Prompts for confirmation of actions that cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';

/** Resolves if `isSure`, or if the user confirms on a terminal; rejects with a CommandError otherwise. */
export async function confirm(prompt: string, isSure: true | undefined): Promise<void> {
  if (isSure) return;
  if (!process.stdin.isTTY) throw new CommandError(`${prompt} Confirm with --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const reply = await terminal.question(`${prompt} [y/N] `);
    if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('nothing was changed');
  } finally {
    terminal.close();
  }
}

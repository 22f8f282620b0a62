/** Prompts for confirmation of actions that cannot be undone. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CommandError } from './command-error.ts';

/** Resolves if `isSure`, or if the user confirms on a terminal; rejects with a CommandError otherwise. */
export async function confirm(prompt: string, isSure: true | undefined): Promise<void> {
  if (isSure) return;
  if (!process.stdin.isTTY) throw new CommandError(`${prompt} Confirm with --yes`);
  const reply = await replyTo(`${prompt} [y/N] `);
  if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('nothing was changed');
}

/** Resolves with an empty reply after Ctrl-C and Ctrl-D. */
async function replyTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const replies: string[] = [];
  terminal.question(question, (reply) => {
    replies.push(reply);
    terminal.close();
  });
  await once(terminal, 'close');
  const [reply] = replies;
  // Only a reply has ended the line of the prompt.
  if (reply === undefined) process.stderr.write('\n');
  return reply ?? '';
}

/** The person who is signed in. */
import type { Me } from '@footfall/schemas';
import { ask, peek } from './answers.ts';
import { admin } from './api.ts';
import { adminQuestion, type Question } from './question.ts';

const plain = adminQuestion<Me>('/me');

export const meQuestion: Question<Me> = {
  ...plain,
  // Otherwise its refusal would repeat it without end.
  needsAccess: false,
  async load() {
    const dated = await plain.load(true);
    admin.csrfToken = dated.answer.csrfToken;
    return dated;
  },
};

// The token of the tab's last page is valid as long as the session: what is done before the answer needs one.
admin.csrfToken = peek(meQuestion).last?.answer.csrfToken;

/** Reloads the person and their workspaces: after signing in, after a change to a workspace, and when the session has ended. */
export function refreshMe(): Promise<void> {
  return ask(meQuestion, 0);
}

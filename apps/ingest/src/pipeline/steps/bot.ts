/** Known bots and headless browsers are not counted. */
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';

export const bot: Step = ({ userAgent }) =>
  readUserAgent(userAgent).isBot ? reject('BOT', 'userAgent: is that of a bot or a headless browser') : undefined;

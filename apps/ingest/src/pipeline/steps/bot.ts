/** Known bots and headless browsers are not counted. In a page HTTP libraries are bots as well; with a secret key they report for somebody. */
import { shownValue } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';

export const bot: Step = ({ userAgent, arrival: { event, request } }) => {
  const { kind } = readUserAgent(userAgent);
  if (kind === 'browser' || (kind === 'program' && request.keyType === 'secret')) return undefined;
  const field = event.userAgent === undefined ? 'User-Agent' : 'userAgent';
  const kinds =
    request.keyType === 'secret' ? 'a bot or a headless browser' : 'a bot, a headless browser or an HTTP library';
  return reject('BOT', `${field} must not be that of ${kinds}`, shownValue(userAgent));
};

/** Rejects known bots and headless browsers. With a public key, HTTP libraries count as bots as well; with a secret key, they report visitors. */
import { shownValue } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';

export const bot: Step = ({ userAgent, arrival: { event, request } }) => {
  const { kind } = readUserAgent(userAgent);
  const isServer = request.keyType === 'secret';
  if (kind === 'browser' || kind === 'app' || (kind === 'program' && isServer)) return undefined;
  const field = event.userAgent === undefined ? 'User-Agent' : 'userAgent';
  const rule = isServer
    ? 'be that of a bot or a headless browser'
    : 'look like that of a bot, a headless browser or an HTTP library';
  return reject('BOT', `${field} must not ${rule}`, shownValue(userAgent));
};

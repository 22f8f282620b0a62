/** The visitor's browser, operating system and kind of device, without versions. */
import type { Step } from '../draft.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';

export const device: Step = ({ event, userAgent }) => {
  const agent = readUserAgent(userAgent);
  event.browser = agent.browser;
  event.os = agent.os;
  event.device = agent.device;
  return undefined;
};

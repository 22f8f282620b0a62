/** The visitor's address and user agent: the client's own, or those that a server sends for its visitor. */
import { canonicalAddress } from '@footfall/http';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';

export const who: Step = (draft) => {
  const { event, keyType, address, userAgent } = draft.arrival;
  if (keyType === 'public' && (event.userAgent !== undefined || event.ip !== undefined)) {
    const field = event.ip === undefined ? 'userAgent' : 'ip';
    return reject('FORBIDDEN_FIELD', `${field}: is taken with a secret key only`);
  }
  draft.userAgent = event.userAgent ?? visitorsHeader(userAgent, keyType === 'secret');
  draft.address = canonicalAddress(event.ip || (address ?? ''));
  if (event.ip && draft.address === undefined) {
    return reject('INVALID_EVENT', 'ip: takes an IPv4 or IPv6 address');
  }
  return undefined;
};

/** Ignores the user agent of a server's HTTP client: it looks like a bot, and is not the visitor's. */
function visitorsHeader(userAgent: string, isServer: boolean): string {
  return isServer && readUserAgent(userAgent).isBot ? '' : userAgent;
}

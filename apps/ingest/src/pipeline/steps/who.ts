/** The visitor's address and user agent: those of the client, or those that a server sends for its visitor. */
import { canonicalAddress } from '@footfall/http';
import { shownValue } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';

export const who: Step = (draft) => {
  const { event, request } = draft.arrival;
  const { keyType, address, userAgent } = request;
  if (keyType === 'public' && (event.userAgent !== undefined || event.ip !== undefined)) {
    const field = event.ip === undefined ? 'userAgent' : 'ip';
    return reject(
      'FORBIDDEN_FIELD',
      `${field} must not be sent with a public key, only with a secret one`,
      shownValue(event[field]),
    );
  }
  draft.userAgent = event.userAgent ?? visitorsHeader(userAgent, keyType === 'secret');
  draft.address = event.ip === undefined ? address : canonicalAddress(event.ip);
  if (event.ip !== undefined && draft.address === undefined) {
    return reject('INVALID_EVENT', 'ip must be an IPv4 or IPv6 address', shownValue(event.ip));
  }
  return undefined;
};

/** Returns the User-Agent header, or '' for that of a server itself: an HTTP library's or an app's. A server may forward its visitor's, which is a browser's or a bot's. */
function visitorsHeader(userAgent: string, isServer: boolean): string {
  return isServer && ['program', 'app'].includes(readUserAgent(userAgent).kind) ? '' : userAgent;
}

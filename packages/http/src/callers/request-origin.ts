/** The origin that a client used for a request, which a trusted proxy may forward: `https://footfall.example.com`. */
import type { IncomingMessage } from 'node:http';
import { compileTrust } from './client-address.ts';

export type RequestOrigin = (request: IncomingMessage) => string;

/** The form of a host; other characters could end the URL that it becomes part of. */
const hostPattern = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Returns a reader that trusts `X-Forwarded-Proto` and `X-Forwarded-Host` of peers that TRUST_PROXY names. Throws a StartError like `clientAddressReader`. */
export function requestOriginReader(trustProxy: string | undefined): RequestOrigin {
  const trust = compileTrust(trustProxy);
  return (request) => {
    const { remoteAddress } = request.socket;
    const isTrusted = remoteAddress !== undefined && trust?.(remoteAddress, 0) === true;
    const forwarded = (name: 'proto' | 'host') =>
      isTrusted
        ? String(request.headers[`x-forwarded-${name}`] ?? '')
            .split(',', 1)[0]
            ?.trim()
        : undefined;
    const protocol = forwarded('proto') === 'https' ? 'https' : 'http';
    const host = [forwarded('host'), request.headers.host].find((name) => name !== undefined && hostPattern.test(name));
    return `${protocol}://${host ?? 'localhost'}`;
  };
}

/** Returns true if the browser reports that a page of this origin sent the request, or no page. Browsers send cookies to other ports of a host as well. */
export function isSameOrigin(request: IncomingMessage, origin: string): boolean {
  const { 'sec-fetch-site': site, origin: sender } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return sender === undefined || sender === origin;
}

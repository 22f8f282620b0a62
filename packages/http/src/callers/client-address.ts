/** The client of a request: its address, which a trusted proxy may forward, and the key under which limits count it. */
import type { IncomingMessage } from 'node:http';
import { StartError } from '@footfall/errors';
import { shownValue } from '@footfall/schemas';
import proxyAddr from 'proxy-addr';
import { canonicalAddress, limitBucket } from './address.ts';

export interface Client {
  /** In canonical form. Undefined if unknown: a trusted proxy forwarded something other than an address, or the peer has disconnected. */
  address: string | undefined;
  /** The key under which limits count it. Derived from the peer's address if its own is unknown. */
  bucket: string;
}

export type ClientAddress = (request: IncomingMessage) => Client;

type Trust = (address: string, hop: number) => boolean;

/** Reads TRUST_PROXY as Express does: a number of hops, or addresses, subnets and their names (`loopback`), comma-separated. Throws a StartError for `true` or nonsense. */
export function clientAddressReader(trustProxy: string | undefined): ClientAddress {
  const trust = compileTrust(trustProxy);
  return (request) => {
    const { remoteAddress } = request.socket;
    // proxy-addr needs an address, and a disconnected peer has none.
    if (remoteAddress === undefined) return { address: undefined, bucket: 'gone' };
    const peer = canonicalAddress(remoteAddress);
    const nearest = trust === undefined ? remoteAddress : proxyAddr(request, trust);
    const address = nearest === remoteAddress ? peer : forwardedAddress(nearest);
    return { address, bucket: limitBucket(address ?? peer ?? 'gone') };
  };
}

/** Parses an address as a proxy writes it: some append the port, and put an IPv6 address into brackets. A zone has no meaning outside the proxy's own links. */
function forwardedAddress(text: string): string | undefined {
  if (text.includes('%')) return undefined;
  const [, bracketed, ipv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return canonicalAddress(bracketed ?? ipv4 ?? text);
}

/** Compiles TRUST_PROXY into a function that returns true if the address that many hops away is trusted. Undefined if none is. Throws a StartError for `true` or nonsense. */
export function compileTrust(trustProxy: string | undefined): Trust | undefined {
  if (trustProxy === undefined || trustProxy === '') return undefined;
  if (/^\d{1,3}$/.test(trustProxy)) {
    const hops = Number(trustProxy);
    return (_address, hop) => hop < hops;
  }
  try {
    const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
    return (address, hop) => isTrusted(forwardedAddress(address) ?? address, hop);
  } catch (error) {
    const allowed = 'a number of hops, or addresses and subnets, comma-separated';
    throw new StartError(`TRUST_PROXY must be ${allowed}, got ${shownValue(trustProxy)}`, { cause: error });
  }
}

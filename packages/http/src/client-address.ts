/** Whose address counts as the client's: the peer's, or what a trusted proxy says of it. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { StartError } from '@footfall/errors';
import proxyAddr from 'proxy-addr';

export type ClientAddress = (request: IncomingMessage) => string | undefined;

/** Reads TRUST_PROXY as Express does: a number of hops, or addresses, subnets and their names (`loopback`), comma-separated. Throws a StartError for `true` or nonsense. */
export function clientAddressReader(trustProxy: string | undefined): ClientAddress {
  const trust = compileTrust(trustProxy);
  return (request) => {
    // A peer that has gone has no address, and proxy-addr wants one.
    if (request.socket.remoteAddress === undefined) return undefined;
    const address = unmapped(proxyAddr(request, trust));
    return isIP(address) === 0 ? undefined : address;
  };
}

function unmapped(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return isIP(plain) === 4 ? plain : address;
}

function compileTrust(trustProxy: string | undefined): (address: string, hop: number) => boolean {
  if (trustProxy === undefined || trustProxy === '') return () => false;
  if (/^\d{1,3}$/.test(trustProxy)) {
    const hops = Number(trustProxy);
    return (_address, hop) => hop < hops;
  }
  try {
    return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  } catch (error) {
    throw new StartError('Setting TRUST_PROXY: takes a number of hops, or addresses and subnets, comma-separated', {
      cause: error,
    });
  }
}

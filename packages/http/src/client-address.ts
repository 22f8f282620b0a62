/** Whose address counts as the client's: the peer's, or what a trusted proxy says of it. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { StartError } from '@footfall/errors';
import proxyAddr from 'proxy-addr';

/** The client's address, IPv4 as such also where it comes mapped into IPv6; undefined when it cannot be told. */
export type ClientAddress = (request: IncomingMessage) => string | undefined;

type Trust = (address: string, hop: number) => boolean;

/** Reads TRUST_PROXY as Express does: a number of hops, or addresses, subnets and their names (`loopback`), comma-separated. Throws a StartError for `true` or nonsense. */
export function clientAddressReader(trustProxy: string | undefined): ClientAddress {
  const trust = compileTrust(trustProxy);
  return (request) => {
    const peer = request.socket.remoteAddress;
    // A peer that has gone has no address, and proxy-addr wants one.
    if (peer === undefined) return undefined;
    const address = trust === undefined ? peer : proxyAddr(request, trust);
    // A zone says which of our own links a peer is on; from anywhere else it means nothing.
    return valid(address === peer ? withoutZone(peer) : address);
  };
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

function valid(address: string): string | undefined {
  if (address.includes('%') || isIP(address) === 0) return undefined;
  const embedded = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return embedded ?? address;
}

function compileTrust(trustProxy: string | undefined): Trust | undefined {
  if (trustProxy === undefined || trustProxy === '') return undefined;
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

/** IP addresses in canonical form, and the part that identifies a client. */
import { isIP, SocketAddress } from 'node:net';

const mappedPrefix = '::ffff:';
const groupsOfAddress = 8;
/** The network of one subscriber, who can use any address in it. */
const groupsOfNetwork = 4;

/** Returns `text` as RFC 5952 writes it: lower-case, shortest, without a zone; an IPv4-mapped IPv6 address as its IPv4 address. Undefined for anything but an address. */
export function canonicalAddress(text: string): string | undefined {
  const [address = ''] = text.trim().split('%', 1);
  const version = isIP(address);
  if (version === 4) return address;
  if (version === 0) return undefined;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const embedded = canonical.startsWith(mappedPrefix) ? canonical.slice(mappedPrefix.length) : '';
  return isIP(embedded) === 4 ? embedded : canonical;
}

/** Returns the key under which rate limits count a client: an IPv4 address, or the /64 network of an IPv6 address. */
export function limitBucket(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${ipv6Groups(address).slice(0, groupsOfNetwork).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address in hexadecimal, without leading zeros. */
export function ipv6Groups(address: string): string[] {
  // The URL parser writes an embedded IPv4 address in hexadecimal as well.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}

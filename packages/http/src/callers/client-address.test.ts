import { StartError } from '@footfall/errors';
import { clientAddressReader } from './client-address.ts';
import { requestFrom } from './request-from.fixture.ts';

/** Returns the client's address if `peer` is connected and TRUST_PROXY is `trustProxy`. */
function addressOf(trustProxy: string | undefined, peer: string | undefined, forwardedFor?: string) {
  return clientAddressReader(trustProxy)(requestFrom(peer, forwardedFor)).address;
}

describe('clientAddressReader', () => {
  it('E21 ignores X-Forwarded-For if no proxy is trusted', () => {
    expect(addressOf(undefined, '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
  });

  it('E21 ignores X-Forwarded-For from a peer that is not trusted', () => {
    expect(addressOf('10.0.0.0/8', '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1');
  });

  it('E21 trusts only trusted proxies, in chains of any length', () => {
    const spoofed = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`).join(', ');
    expect(addressOf('10.0.0.0/8, loopback', '127.0.0.1', `${spoofed}, 203.0.113.9, 10.1.2.3`)).toBe('203.0.113.9');
  });

  it('E21 counts hops', () => {
    const forwardedFor = '198.51.100.1, 203.0.113.9, 10.0.0.2';
    expect(addressOf('1', '10.0.0.1', forwardedFor)).toBe('10.0.0.2');
    expect(addressOf('2', '10.0.0.1', forwardedFor)).toBe('203.0.113.9');
    expect(addressOf('0', '10.0.0.1', forwardedFor)).toBe('10.0.0.1');
  });

  it.each(['garbage', 'unknown', '_hidden', '1.2.3', '203.0.113.9:', 'fe80::1%eth0', '<script>', "1.1.1.1' OR 1=1"])(
    'E21 G15 counts the peer, without an address, for %p from a trusted proxy',
    (forwardedFor) => {
      expect(clientAddressReader('loopback')(requestFrom('127.0.0.1', forwardedFor))).toEqual({
        address: undefined,
        bucket: '127.0.0.1',
      });
    },
  );

  it.each([
    ['203.0.113.9:443', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:DB8::1]', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:0db8:0:0::1', '2001:db8::1'],
  ])('G15 reads the address from %s, which a proxy wrote', (forwardedFor, address) => {
    expect(addressOf('loopback', '127.0.0.1', forwardedFor)).toBe(address);
  });

  it('G15 trusts a proxy whose address is forwarded with a port', () => {
    expect(addressOf('loopback, 10.0.0.0/8', '127.0.0.1', '203.0.113.9:5555, 10.0.0.7:8080')).toBe('203.0.113.9');
  });

  it('E21 returns a link-local peer without its zone', () => {
    expect(clientAddressReader(undefined)(requestFrom('fe80::1%eth0'))).toEqual({
      address: 'fe80::1',
      bucket: 'fe80:0:0:0::/64',
    });
  });

  it('returns an IPv4-mapped IPv6 address as its IPv4 address', () => {
    expect(addressOf(undefined, '::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressOf('loopback', '::1', '::FFFF:192.0.2.1')).toBe('192.0.2.1');
  });

  it('returns no address for a peer that has disconnected', () => {
    expect(clientAddressReader('loopback')(requestFrom(undefined))).toEqual({ address: undefined, bucket: 'gone' });
  });

  it.each(['true', 'everyone', '10.0.0.0/99', ','])('refuses TRUST_PROXY %p', (setting) => {
    expect(() => clientAddressReader(setting)).toThrow(StartError);
  });
});

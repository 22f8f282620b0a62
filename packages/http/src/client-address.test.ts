import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { StartError } from '@footfall/errors';
import { clientAddressReader } from './client-address.ts';

function from(peer: string | undefined, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

describe('clientAddressReader', () => {
  it('E21 ignores X-Forwarded-For when no proxy is trusted', () => {
    expect(clientAddressReader(undefined)(from('192.0.2.1', '203.0.113.9'))).toBe('192.0.2.1');
  });

  it('E21 ignores X-Forwarded-For from a peer that is not trusted', () => {
    expect(clientAddressReader('10.0.0.0/8')(from('192.0.2.1', '203.0.113.9'))).toBe('192.0.2.1');
  });

  it('E21 believes trusted proxies only, however long the chain', () => {
    const spoofed = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`).join(', ');
    const read = clientAddressReader('10.0.0.0/8, loopback');
    expect(read(from('127.0.0.1', `${spoofed}, 203.0.113.9, 10.1.2.3`))).toBe('203.0.113.9');
  });

  it('E21 counts hops', () => {
    const request = () => from('10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2');
    expect(clientAddressReader('1')(request())).toBe('10.0.0.2');
    expect(clientAddressReader('2')(request())).toBe('203.0.113.9');
    expect(clientAddressReader('0')(request())).toBe('10.0.0.1');
  });

  it.each(['garbage', 'unknown', '_hidden', '1.2.3', '203.0.113.9:443', 'fe80::1%eth0', '<script>', "1.1.1.1' OR 1=1"])(
    'E21 gives no address for %p from a trusted proxy',
    (forwardedFor) => {
      expect(clientAddressReader('loopback')(from('127.0.0.1', forwardedFor))).toBeUndefined();
    },
  );

  it('E21 gives a peer on a link of ours without its zone', () => {
    expect(clientAddressReader(undefined)(from('fe80::1%eth0'))).toBe('fe80::1');
  });

  it('unwraps an IPv4 address that comes mapped into IPv6', () => {
    expect(clientAddressReader(undefined)(from('::ffff:192.0.2.1'))).toBe('192.0.2.1');
    expect(clientAddressReader('loopback')(from('::1', '::FFFF:192.0.2.1'))).toBe('192.0.2.1');
  });

  it('gives none for a peer that has gone', () => {
    expect(clientAddressReader('loopback')(from(undefined))).toBeUndefined();
  });

  it.each(['true', 'everyone', '10.0.0.0/99', ','])('refuses TRUST_PROXY %p', (setting) => {
    expect(() => clientAddressReader(setting)).toThrow(StartError);
  });
});

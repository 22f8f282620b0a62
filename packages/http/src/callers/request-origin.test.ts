import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { isSameOrigin, requestOriginReader } from './request-origin.ts';

function requestOf(headers: Readonly<Record<string, string>>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  return request;
}

describe('the origin of a request', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'footfall.example.com' };

  it.each([
    ['the host that the client named', undefined, { host: 'localhost:4000' }, 'http://localhost:4000'],
    [
      'the forwarded one from a trusted proxy',
      'loopback',
      { host: 'query:4000', ...forwarded },
      'https://footfall.example.com',
    ],
    ['not the forwarded one from others', undefined, { host: 'query:4000', ...forwarded }, 'http://query:4000'],
    [
      'the host of a proxy that leaves it',
      '1',
      { host: 'a.example', 'x-forwarded-proto': 'https' },
      'https://a.example',
    ],
    [
      'the one that the first of several proxies forwarded',
      '1',
      { host: 'a', 'x-forwarded-proto': 'https, http' },
      'https://a',
    ],
    ['an IPv6 address', undefined, { host: '[::1]:4000' }, 'http://[::1]:4000'],
    [
      'never text that could end the URL',
      '1',
      { host: 'a.example/b?c#', 'x-forwarded-host': 'x y' },
      'http://localhost',
    ],
  ])('is %s', (_, trustProxy, headers, origin) => {
    expect(requestOriginReader(trustProxy)(requestOf(headers))).toBe(origin);
  });

  it.each([
    [true, {}],
    [true, { origin: 'https://a.example' }],
    [true, { 'sec-fetch-site': 'same-origin', origin: 'https://b.example' }],
    [true, { 'sec-fetch-site': 'none' }],
    [false, { origin: 'http://a.example' }],
    [false, { origin: 'https://a.example:8443' }],
    [false, { origin: 'null' }],
    [false, { 'sec-fetch-site': 'same-site' }],
    [false, { 'sec-fetch-site': 'cross-site', origin: 'https://a.example' }],
  ])('same: %s for %j', (expected, headers) => {
    expect(isSameOrigin(requestOf(headers), 'https://a.example')).toBe(expected);
  });
});

import { isAllowedOrigin } from './cors.ts';

describe('isAllowedOrigin', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['http://example.com', 'example.com'],
    ['HTTPS://EXAMPLE.COM', 'example.com'],
    ['https://example.com', 'Example.COM'],
    ['https://example.com.', 'example.com'],
    ['https://example.com:8443', 'example.com'],
    ['https://example.com:8443', 'example.com:8443'],
    ['https://example.com', 'example.com:443'],
    ['http://example.com', 'example.com:80'],
    ['https://a.example.com', '*.example.com'],
    ['https://a.b.example.com', '*.example.com'],
    ['https://a.example.com:8443', '*.example.com:8443'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', '127.0.0.1'],
  ])('E9 allows %s by %s', (origin, pattern) => {
    expect(isAllowedOrigin(origin, ['other.test', pattern])).toBe(true);
  });

  it.each([
    ['https://evil-example.com', 'example.com'],
    ['https://evil-example.com', '*.example.com'],
    ['https://example.com.evil.io', 'example.com'],
    ['https://example.com.evil.io', '*.example.com'],
    ['https://example.com', '*.example.com'],
    ['https://a.example.com', 'example.com'],
    ['https://example.com@evil.io', 'example.com'],
    ['https://evil.io/example.com', 'example.com'],
    ['https://example.com/path', 'example.com'],
    ['https://example.com/?query', 'example.com'],
    ['https://example.com/#fragment', 'example.com'],
    ['https://user@example.com', 'example.com'],
    ['https://:password@example.com', 'example.com'],
    ['https://example.com:8443', 'example.com:443'],
    ['http://example.com', 'example.com:443'],
    ['https://xn--bcher-kva.example.evil.io', 'xn--bcher-kva.example'],
    ['https://buecher.example', 'xn--bcher-kva.example'],
    ['null', 'example.com'],
    ['', 'example.com'],
    ['example.com', 'example.com'],
    ['file://example.com', 'example.com'],
    ['chrome-extension://example.com', 'example.com'],
    ['https://example.com, https://example.com', 'example.com'],
    ['https://exаmple.com', 'example.com'],
  ])('E9 denies %s by %s', (origin, pattern) => {
    expect(isAllowedOrigin(origin, [pattern])).toBe(false);
  });

  it('E9 denies a host that is longer than the DNS allows', () => {
    const allowed = (labels: number) => isAllowedOrigin(`https://${'a.'.repeat(labels)}example.com`, ['*.example.com']);
    expect([allowed(121), allowed(122)]).toEqual([true, false]);
  });
});

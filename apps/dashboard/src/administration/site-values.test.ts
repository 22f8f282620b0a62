import { domainOf, hostOf, originsOf, zoneNamed } from './site-values.ts';

describe('the fields of a site', () => {
  it.each([
    ['example.com', 'example.com'],
    ['Example.com', 'example.com'],
    ['https://www.example.com/pricing?plan=pro#top', 'www.example.com'],
    ['example.com/', 'example.com'],
    ['localhost:3000', 'localhost:3000'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['https://münchen.de', 'xn--mnchen-3ya.de'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['my site', undefined],
    ['*.example.com', undefined],
    ['https://', undefined],
    ['[::1]', undefined],
  ])('take the host from %s', (text, host) => {
    expect(hostOf(text)).toBe(host);
  });

  it('accept the domain without www, so that visits to either host count', () => {
    expect(domainOf('https://www.example.com/')).toBe('example.com');
    expect(domainOf('shop.www.example.com')).toBe('shop.www.example.com');
    expect(domainOf('')).toBe('');
    expect(domainOf('my site')).toBeUndefined();
  });

  it('accept one allowed origin per line', () => {
    expect(originsOf('https://example.com/\n*.example.com  https://*.münchen.de\n')).toBe(
      'example.com\n*.example.com\n*.xn--mnchen-3ya.de',
    );
    expect(originsOf('')).toBe('');
    expect(originsOf('example.com\na_b.example')).toBeUndefined();
  });

  it('accept names of time zones, but no cities and no abbreviations', () => {
    for (const right of ['', 'UTC', 'Europe/Berlin', 'america/new_york']) expect(zoneNamed(right)).toBe(right);
    for (const wrong of ['Berlin', 'CST', '+02:00', 'Mars/Olympus']) expect(zoneNamed(wrong)).toBeUndefined();
  });
});

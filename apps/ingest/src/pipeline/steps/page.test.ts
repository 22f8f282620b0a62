import { pageview, runSteps } from '../arrival.fixture.ts';
import { page } from './page.ts';

function pageOf(url: unknown, type = '$pageview'): unknown {
  const outcome = runSteps(pageview({ type, url }), page);
  return 'code' in outcome ? `${outcome.code} ${outcome.message}` : [outcome.event.hostname, outcome.event.path];
}

describe('the page of an event', () => {
  it.each([
    ['https://example.com', ['example.com', '/']],
    ['https://example.com?q=1', ['example.com', '/']],
    ['https://example.com#top', ['example.com', '/']],
    ['https://example.com/a/b?c=d#e', ['example.com', '/a/b']],
    ['https://example.com/a#b?c=d', ['example.com', '/a']],
    ['HTTPS://WWW.Example.COM:8443/A', ['www.example.com', '/A']],
    ['https://example.com./a', ['example.com', '/a']],
    ['https://user:secret@example.com/a', ['example.com', '/a']],
    ['https://a@b:c@example.com/', ['example.com', '/']],
    ['https://example.com/café', ['example.com', '/café']],
    ['https://example.com/%zz%', ['example.com', '/%zz%']],
    ['https://example.com/.well-known/..a/b.//c...', ['example.com', '/.well-known/..a/b.//c...']],
    ['https://münchen.de/x', ['xn--mnchen-3ya.de', '/x']],
    ['http://[2001:DB8::1]:80/x', ['[2001:db8::1]', '/x']],
    ['http://127.0.0.1/x', ['127.0.0.1', '/x']],
    ['http://localhost:3000/', ['localhost', '/']],
    ['  https://example.com/a  ', ['example.com', '/a']],
    ["https://example.com/';DROP/**/TABLE-events--", ['example.com', "/';DROP/**/TABLE-events--"]],
  ])('E23 E24 is stored as sent: %j', (url, expected) => {
    expect(pageOf(url)).toEqual(expected);
  });

  it.each([
    [
      '/b',
      [
        '/a/../b',
        '/a/%2e%2E/b',
        '/a/.%2e/b',
        '/a/%2E./b',
        '/../../b',
        '/./b',
        '/%2e/b',
        '\\b',
        '/a\\..\\b',
        '/a/b/../../b',
      ],
    ],
    ['/a/', ['/a/.', '/a/b/..', '/a/b/%2e%2e', '/a\\', '/./a/./']],
    ['/a/b', ['/a\\b', '/a/./b', '/a/%2e/b']],
    ['/', ['/.', '/..', '/a/..', '/a/b/../..']],
    ['//d', ['/a/..//d', '//b/../d']],
    ['/é/%2F"|^', ['/a/../%C3%A9/%2f%22|^', '/./é/%2f"%7C%5E']],
    ['/%zz', ['/./%zz']],
  ])('A4 is resolved as in browsers: %s', (path, forms) => {
    for (const form of [path, ...forms])
      expect(pageOf(`https://example.com${form}?a=/../b`)).toEqual(['example.com', path]);
  });

  it.each([
    ['/café', ['/caf%C3%A9', '/caf%c3%a9', '/%63afé']],
    // A letter and its accent as two characters, as macOS writes file names.
    ['/\u00e9t\u00e9', ['/e\u0301te\u0301', '/e%CC%81te%cc%81']],
    ['/\ud55c', ['/\u1112\u1161\u11ab', '/%E1%84%92%E1%85%A1%E1%86%AB']],
    ['/日本', ['/%E6%97%A5%E6%9C%AC', '/日%e6%9c%ac']],
    ['/👩‍💻', ['/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB']],
    ["/it's(a)~b", ['/it%27s%28a%29%7Eb']],
    // Characters that would mean something else, and invisible ones.
    ['/a%2Fb%3Fc%23d%25e', ['/a%2fb%3fc%23d%25e']],
    ['/a%20b', ['/a b']],
    ['/a%C2%A0b', ['/a%c2%a0b', '/a\u00a0b']],
    ['/"}%0A{"x":1}', ['/"}\n{"x":1}', '/%22%7D%0a%7B%22x%22%3A1%7D']],
    ['/a%E2%80%AEb', ['/a%e2%80%aeb', '/a\u202eb']],
    ['/%E2%80%8B%C2%AD', ['/%e2%80%8b%c2%ad', '/\u200b\u00ad']],
    // Invalid UTF-8: Latin-1, an overlong slash, half of a surrogate pair, an end too early.
    ['/caf%E9', ['/caf%e9']],
    ['/%C0%AF', ['/%c0%af']],
    ['/%ED%A0%80', ['/%ed%a0%80']],
    ['/%C3', ['/%c3']],
    ['/%C3(', ['/%c3%28']],
    ['/%zz%', []],
  ])('A4 has one path in all encodings: %s', (path, forms) => {
    for (const form of [path, ...forms]) expect(pageOf(`https://example.com${form}`)).toEqual(['example.com', path]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'about:blank',
    'ftp://example.com/',
    'chrome-extension://abc/x.html',
    '/path',
    '//example.com/a',
    'example.com/a',
    'https:example.com',
    'https://',
    'https:///a',
    'https://?a',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'https://[::1/',
    'https://%/',
    'https://./a',
    ' ',
  ])('E23 is refused for %j', (url) => {
    expect(pageOf(url)).toBe('INVALID_EVENT url must be an absolute http or https URL');
    expect(pageOf(url, 'signup')).toBe('INVALID_EVENT url must be an absolute http or https URL');
  });

  it.each(['$pageview', '$pageleave', '$click', '$dead_click', '$rage_click'])('is required for %s', (type) => {
    expect(pageOf(undefined, type)).toBe(`INVALID_EVENT url must be set for ${type}`);
  });

  it('may be missing for other types', () => {
    expect(pageOf(undefined, 'signup')).toEqual(['', '']);
    expect(pageOf(undefined, '$web_vital')).toEqual(['', '']);
  });
});

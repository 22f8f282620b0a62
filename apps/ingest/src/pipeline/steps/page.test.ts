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
    ['https://example.com/caf%C3%A9', ['example.com', '/caf%C3%A9']],
    ['https://example.com/café', ['example.com', '/café']],
    ['https://example.com/%zz%', ['example.com', '/%zz%']],
    ['https://example.com/a/../b/./c//d', ['example.com', '/a/../b/./c//d']],
    ['https://example.com/a b', ['example.com', '/a b']],
    ['https://münchen.de/x', ['xn--mnchen-3ya.de', '/x']],
    ['http://[2001:DB8::1]:80/x', ['[2001:db8::1]', '/x']],
    ['http://127.0.0.1/x', ['127.0.0.1', '/x']],
    ['http://localhost:3000/', ['localhost', '/']],
    ['  https://example.com/a  ', ['example.com', '/a']],
    ['https://example.com/"}\n{"x":1}', ['example.com', '/"}\n{"x":1}']],
    ["https://example.com/'; DROP TABLE events--", ['example.com', "/'; DROP TABLE events--"]],
  ])('E23 E24 is told as sent: %j', (url, expected) => {
    expect(pageOf(url)).toEqual(expected);
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
    ' ',
  ])('E23 is refused for %j', (url) => {
    expect(pageOf(url)).toBe('INVALID_EVENT url: takes an absolute http or https URL');
    expect(pageOf(url, 'signup')).toBe('INVALID_EVENT url: takes an absolute http or https URL');
  });

  it.each(['$pageview', '$pageleave', '$click', '$dead_click', '$rage_click'])('is required for %s', (type) => {
    expect(pageOf(undefined, type)).toBe(`INVALID_EVENT url: is required for ${type}`);
  });

  it('may be missing for other types', () => {
    expect(pageOf(undefined, 'signup')).toEqual(['', '']);
    expect(pageOf(undefined, '$web_vital')).toEqual(['', '']);
  });
});

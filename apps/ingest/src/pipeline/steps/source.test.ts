import { eventAfter, pageview } from '../arrival.fixture.ts';
import { page } from './page.ts';
import { siteTable } from '../../lookups/site-table.ts';
import { siteOfApp, siteOfHost } from '../../lookups/sites.ts';
import { source } from './source.ts';

const sourceOf = (referrer: unknown, url = 'https://example.com/') =>
  eventAfter(pageview({ url, referrer }), page, source).source;

describe('the source of a visit', () => {
  it.each([
    ['https://www.google.com/', 'Google'],
    ['https://www.google.co.uk/search?q=x', 'Google'],
    ['https://www.google.com.br/', 'Google'],
    ['https://google.de', 'Google'],
    ['https://www.google.cat/', 'Google'],
    ['https://images.google.fr/', 'Google'],
    ['https://news.google.com/', 'Google News'],
    ['https://lens.google.com/', 'Google'],
    ['android-app://com.google.android.googlequicksearchbox/', 'Google'],
    ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'Google'],
    ['android-app://com.google.android.gm/', 'Gmail'],
    ['android-app://com.google.android.youtube', 'YouTube'],
    ['https://cn.bing.com/', 'Bing'],
    ['https://duckduckgo.com/', 'DuckDuckGo'],
    ['https://html.duckduckgo.com/html', 'DuckDuckGo'],
    ['https://search.yahoo.co.jp/search', 'Yahoo'],
    ['https://fr.search.yahoo.com/', 'Yahoo'],
    ['https://mail.yahoo.com/', 'Yahoo Mail'],
    ['https://yandex.com.tr/', 'Yandex'],
    ['https://ya.ru/', 'Yandex'],
    ['https://mail.yandex.ru/', 'Yandex Mail'],
    ['https://www.facebook.com/', 'Facebook'],
    ['https://l.facebook.com/l.php?u=x', 'Facebook'],
    ['https://lm.facebook.com/', 'Facebook'],
    ['https://m.facebook.com/', 'Facebook'],
    ['android-app://com.facebook.katana/', 'Facebook'],
    ['https://l.instagram.com/', 'Instagram'],
    ['https://t.co/abc', 'X'],
    ['https://x.com/', 'X'],
    ['https://mobile.twitter.com/', 'X'],
    ['https://lnkd.in/abc', 'LinkedIn'],
    ['android-app://com.linkedin.android/', 'LinkedIn'],
    ['https://out.reddit.com/', 'Reddit'],
    ['https://old.reddit.com/', 'Reddit'],
    ['android-app://com.reddit.frontpage/', 'Reddit'],
    ['https://m.youtube.com/', 'YouTube'],
    ['https://youtu.be/x', 'YouTube'],
    ['https://www.tiktok.com/', 'TikTok'],
    ['https://www.pinterest.co.uk/', 'Pinterest'],
    ['https://de.pinterest.com/', 'Pinterest'],
    ['https://web.telegram.org/', 'Telegram'],
    ['android-app://org.telegram.messenger/', 'Telegram'],
    ['android-app://com.slack', 'Slack'],
    ['android-app://com.Slack/', 'Slack'],
    ['https://app.slack.com/', 'Slack'],
    ['https://www.amazon.co.jp/', 'Amazon'],
    ['https://smile.amazon.de/', 'Amazon'],
    ['https://www.ebay.com.au/', 'eBay'],
    ['https://chatgpt.com/', 'ChatGPT'],
    ['https://chat.openai.com/', 'ChatGPT'],
    ['https://claude.ai/', 'Claude'],
    ['https://gemini.google.com/app', 'Gemini'],
    ['https://copilot.microsoft.com/', 'Microsoft Copilot'],
    ['https://www.perplexity.ai/', 'Perplexity'],
    ['https://mail.google.com/', 'Gmail'],
    ['https://outlook.live.com/', 'Outlook'],
    ['https://docs.google.com/document/d/x', 'Google Docs'],
    ['https://news.ycombinator.com/', 'Hacker News'],
    ['https://github.com/x/y', 'GitHub'],
    ['https://en.m.wikipedia.org/wiki/X', 'Wikipedia'],
  ])('of %s is %s', (referrer, name) => {
    expect(sourceOf(referrer)).toBe(name);
  });

  it.each([
    ['https://www.microsoft.com/', 'microsoft.com'],
    ['https://blog.microsoft.com/', 'blog.microsoft.com'],
    ['https://not.co/', 'not.co'],
    ['https://cat.com/', 'cat.com'],
    ['https://notgoogle.com/', 'notgoogle.com'],
    ['https://google.com.evil.io/', 'google.com.evil.io'],
    ['https://google.example.com/', 'google.example.com'],
    ['https://facebook.com.phish.net/', 'facebook.com.phish.net'],
    ['https://google.github.io/', 'google.github.io'],
    ['https://google.xyz/', 'google.xyz'],
    ['https://netflix.com.attacker.org/', 'netflix.com.attacker.org'],
    ['https://WWW.Some-Blog.org/post', 'some-blog.org'],
    ['https://www.com/', 'www.com'],
    ['http://localhost:8080/', 'localhost'],
    ['http://10.0.0.1/', '10.0.0.1'],
    ['http://[::1]/', '[::1]'],
    ['https://user:secret@blog.example.org:8443/?token=x', 'blog.example.org'],
    ['android-app://org.example.reader/', 'org.example.reader'],
    ['https://constructor/', 'constructor'],
    ['https://__proto__.com/', '__proto__.com'],
  ])('matches hosts by whole labels: %s is %s', (referrer, name) => {
    expect(sourceOf(referrer)).toBe(name);
  });

  it.each([
    undefined,
    null,
    '',
    '  ',
    5,
    true,
    {},
    [],
    ['https://google.com'],
    'google.com',
    '/local/path',
    '//google.com',
    'about:client',
    'javascript:alert(1)',
    'file:///home/x',
    'https://',
    'https://%',
    '\uD800',
    'android-app://',
    `https://google.com/${'x'.repeat(2048)}`,
  ])('is Direct for the unusable referrer %#', (referrer) => {
    expect(sourceOf(referrer)).toBe('Direct');
  });

  it.each([
    ['https://example.com/other', 'https://example.com/', 'Direct'],
    ['https://www.example.com/', 'https://example.com/', 'Direct'],
    ['https://example.com:8443/', 'http://www.example.com/', 'Direct'],
    ['https://EXAMPLE.com./', 'https://example.com/', 'Direct'],
    ['https://shop.example.com/', 'https://example.com/', 'shop.example.com'],
    ['https://example.com/', 'https://shop.example.com/', 'example.com'],
    ['https://www.google.com/', 'https://www.google.com/', 'Direct'],
  ])('ignores a referrer of the same host as the page: %s on %s is %s', (referrer, url, name) => {
    expect(sourceOf(referrer, url)).toBe(name);
  });

  describe('of a workspace with a domain', () => {
    const sourceAt = (domain: string, referrer: string, url: string | undefined) =>
      eventAfter(pageview({ type: 'signup', url, referrer }, { domain }), page, source).source;

    it.each([
      ['https://shop.example.com/', 'https://example.com/', 'Direct'],
      ['https://example.com/', 'https://shop.example.com/', 'Direct'],
      ['https://a.b.example.com/', 'https://www.example.com/', 'Direct'],
      ['https://SHOP.example.com.:8443/', 'https://blog.example.com:444/', 'Direct'],
      ['https://shop.example.com/', undefined, 'Direct'],
      // From the site to another that the workspace measures as well.
      ['https://example.com/', 'https://example.org/', 'example.com'],
      ['https://notexample.com/', 'https://example.com/', 'notexample.com'],
      ['https://example.com.evil.io/', 'https://example.com/', 'example.com.evil.io'],
      ['https://www.google.com/', 'https://example.com/', 'Google'],
    ])('is not one of its hosts: from %s to %s is %s', (referrer, url, name) => {
      expect(sourceAt('example.com', referrer, url)).toBe(name);
    });

    it.each([
      ['example.com:8443', 'https://shop.example.com/', 'Direct'],
      ['www.example.com', 'https://example.com/', 'Direct'],
      ['shop.example.com', 'https://example.com/', 'example.com'],
      ['localhost:3000', 'http://app.localhost:3001/', 'Direct'],
    ])('of %s: from %s it is %s', (domain, referrer, name) => {
      expect(sourceAt(domain, referrer, `https://${domain}/`)).toBe(name);
    });

    it('is Direct from the host of the page, also outside the domain', () => {
      expect(sourceAt('example.com', 'https://www.example.org/', 'https://example.org/')).toBe('Direct');
    });
  });

  it('is determined without a page', () => {
    expect(
      eventAfter(pageview({ type: 'signup', url: undefined, referrer: 'https://bing.com' }), page, source).source,
    ).toBe('Bing');
  });
});

describe('the table of sites', () => {
  it('names a host once', () => {
    const keys = Object.values(siteTable).flatMap((sites) =>
      Object.values(sites).flatMap((text: string) => text.split(' ')),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('has hosts in the form in which they are looked up', () => {
    for (const [kind, sites] of Object.entries(siteTable)) {
      for (const [name, keys] of Object.entries(sites)) {
        for (const key of keys.split(' ')) {
          expect(key).toMatch(/^(utm:\S+|app:[a-z0-9_.]+|[a-z0-9.-]+\.([a-z]+|\*))$/);
          if (key.startsWith('utm:')) continue;
          const host = key.replace('*', 'com');
          const site = key.startsWith('app:') ? siteOfApp(key.slice(4)) : siteOfHost(host);
          expect(site).toEqual({ name, kind });
        }
      }
    }
  });
});

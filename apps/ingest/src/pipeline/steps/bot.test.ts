import crawlers from 'crawler-user-agents';
import { pageview, runSteps } from '../arrival.fixture.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';
import { bot } from './bot.ts';
import { device } from './device.ts';
import { who } from './who.ts';

/** Browsers inside apps and editors, which are listed as crawlers but used by people. */
const peoplesBrowsers = / Instagram \d|MetaIAB Facebook| Code\/\d| Trae\/\d| Fluid\/\d/;

/** Returns true if a request with a public key is refused. */
function isRefusedInPages(userAgent: string): boolean {
  return 'code' in runSteps(pageview({}, { userAgent }), who, bot);
}

describe('bots', () => {
  it('E27 are refused, and the message that is stored does not contain the user agent', () => {
    const outcome = runSteps(pageview({}, { userAgent: 'AhrefsBot/7.0' }), who, bot);
    expect(outcome).toEqual({
      code: 'BOT',
      message: 'User-Agent must not look like that of a bot, a headless browser or an HTTP library',
      got: '"AhrefsBot/7.0"',
    });
  });

  it('E27 include the whole public list of crawlers', () => {
    const samples = crawlers.flatMap(({ instances }) => instances);
    const unrecognized = samples.filter((sample) => !isRefusedInPages(sample) && !peoplesBrowsers.test(sample));
    expect(samples.length).toBeGreaterThan(2000);
    expect(unrecognized).toEqual([]);
  });

  it('A2 include, with a secret key, the list without HTTP libraries', () => {
    const samples = crawlers
      .filter((crawler) => !JSON.stringify(crawler).includes('"http-library"'))
      .flatMap(({ instances }) => instances)
      .filter((sample) => !peoplesBrowsers.test(sample));
    expect(samples.length).toBeGreaterThan(1500);
    expect(samples.filter((sample) => readUserAgent(sample).kind !== 'bot')).toEqual([]);
  });

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/25.0.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Cypress/13.6.0 Chrome/114.0.5735.289 Electron/25.8.4 Safari/537.36',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.32.3',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  ])('E27 include headless browsers, tools and crawlers: %s', (userAgent) => {
    expect(isRefusedInPages(userAgent)).toBe(true);
  });

  it.each([
    'Scrapy/2.9',
    'Scrapy/2.11.0 (+https://scrapy.org)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Prerender (+https://github.com/prerender/prerender)',
  ])('A2 include, with a secret key, programs that read pages without a person: %s', (userAgent) => {
    expect(readUserAgent(userAgent).kind).toBe('bot');
  });

  it.each([
    'Dart/3.0 (dart:io)',
    'Deno/1.46.3',
    'undici',
    'node',
    'axios/1.7.2',
    'got (https://github.com/sindresorhus/got)',
    'python-httpx/0.27.0',
    'okhttp/4.12.0',
    'Java/17.0.1',
    'ktor-client',
    'ReactorNetty/1.1.0',
    'Go-http-client/1.1',
    'reqwest/0.11.24',
    'Ruby',
    'Faraday v2.7.4',
    'GuzzleHttp/7',
    'PHP/8.3.1',
    'RestSharp/106.11.7.0',
    'libwww-perl/6.67',
    'hackney/1.18.1',
    'libsoup/3.4.4',
    'insomnia/2023.5.8',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4291',
  ])('A2 include HTTP libraries only with a public key: %s', (userAgent) => {
    expect(readUserAgent(userAgent).kind).toBe('program');
  });

  // isbot recognizes them only by a word, which apps seldom have in their names.
  it.each(['Feed Fetcher/1.0', 'UptimeChecker', 'LinkPreview/2.0', 'Mozilla/5.0', 'Chrome'])(
    'E27 include, with a public key, programs that resemble one: %s',
    (userAgent) => {
      expect(isRefusedInPages(userAgent)).toBe(true);
    },
  );

  // The systems of telephones send them for apps, which cannot keep a secret key.
  it.each([
    'MyApp/1 CFNetwork/1474 Darwin/23.0.0',
    'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A.230805.001)',
  ])('E27 exclude apps on phones and tablets: %s', (userAgent) => {
    expect(readUserAgent(userAgent).kind).toBe('browser');
  });

  it.each([
    'MyApp/1.0',
    'MyApp/3.1 (iOS)',
    'com.example.app/3.2',
    'Shop Windows 11',
    'Instagram 300.0 (iPhone14,2; iOS 17_0)',
  ])('E27 exclude apps that send their name: %s', (userAgent) => {
    const outcome = runSteps(pageview({}, { userAgent }), who, bot, device);
    expect(outcome).toMatchObject({ event: { browser: 'Unknown' } });
  });
});

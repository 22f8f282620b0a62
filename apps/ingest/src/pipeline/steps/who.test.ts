import { chromeOnWindows, pageview, runSteps } from '../arrival.fixture.ts';
import type { RequestFacts } from '../arrival.ts';
import { bot } from './bot.ts';
import { who } from './who.ts';

function whoIs(fields: Record<string, unknown>, request: Partial<RequestFacts>): unknown {
  const outcome = runSteps(pageview(fields, request), who, bot);
  return 'code' in outcome ? outcome.code : [outcome.address, outcome.userAgent];
}
const secret = { keyType: 'secret', userAgent: 'node' } as const;

describe('the visitor’s address and user agent', () => {
  it('are those of the client with a public key', () => {
    expect(whoIs({}, {})).toEqual(['8.8.8.8', chromeOnWindows]);
  });

  it.each([[{ ip: '1.1.1.1' }], [{ userAgent: chromeOnWindows }], [{ ip: '' }]])(
    'accepts %j only from a server',
    (fields) => {
      expect(whoIs(fields, {})).toBe('FORBIDDEN_FIELD');
    },
  );

  it('are those that a server sends for its visitor', () => {
    expect(whoIs({ ip: '1.1.1.1', userAgent: chromeOnWindows }, secret)).toEqual(['1.1.1.1', chromeOnWindows]);
    expect(whoIs({ ip: ' ::FFFF:1.1.1.1 ' }, secret)).toEqual(['1.1.1.1', '']);
    expect(whoIs({ ip: '::ffff:0102:0304' }, secret)).toEqual(['1.2.3.4', '']);
    expect(whoIs({ ip: 'FE80::1%eth0' }, secret)).toEqual(['fe80::1', '']);
    expect(whoIs({ ip: '2a00:1450:4001:081b:0:0:0:200e' }, secret)).toEqual(['2a00:1450:4001:81b::200e', '']);
    expect(whoIs({ ip: '0:0:0:0:0:ffff:81.2.69.142' }, secret)).toEqual(['81.2.69.142', '']);
  });

  it('E21 refuses an invalid address', () => {
    for (const ip of ['localhost', '1.2.3', '1.2.3.4:80', '256.1.1.1', '[::1]']) {
      expect(whoIs({ ip }, secret)).toBe('INVALID_EVENT');
    }
  });

  it.each(['', ' '])('A7 refuses %j as the address of a visitor, instead of using the server’s', (ip) => {
    expect(whoIs({ ip }, secret)).toBe('INVALID_EVENT');
  });

  it('E21 accepts an unknown address', () => {
    expect(whoIs({}, { address: undefined })).toEqual([undefined, chromeOnWindows]);
  });

  it.each(['', 'node', 'curl/8.5.0', 'python-requests/2.32.3', 'Go-http-client/1.1'])(
    'does not count a server as a bot if it sends no user agent of a visitor (%j)',
    (userAgent) => {
      expect(whoIs({}, { keyType: 'secret', userAgent })).toEqual(['8.8.8.8', '']);
    },
  );

  it('uses the User-Agent header of a server that forwards its visitor’s', () => {
    expect(whoIs({}, { keyType: 'secret' })).toEqual(['8.8.8.8', chromeOnWindows]);
  });

  it('E27 refuses bots, also those that servers report', () => {
    const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect(whoIs({}, { userAgent: googlebot })).toBe('BOT');
    expect(whoIs({ userAgent: googlebot }, secret)).toBe('BOT');
  });

  it('A2 counts an app as a visitor with any key, but not the User-Agent header of a server', () => {
    const userAgent = 'MyApp/1.0';
    expect(whoIs({ userAgent }, secret)).toEqual(['8.8.8.8', userAgent]);
    expect(whoIs({}, { userAgent })).toEqual(['8.8.8.8', userAgent]);
    expect(whoIs({}, { keyType: 'secret', userAgent })).toEqual(['8.8.8.8', '']);
  });

  it.each(['okhttp/4.12.0', 'curl/8.5.0', 'python-requests/2.32.3', 'DailyNews/3.1 (iPhone; iOS 17.0)'])(
    'A2 counts %s as a visitor that a server reports, and as a bot in a page',
    (userAgent) => {
      expect(whoIs({ userAgent }, secret)).toEqual(['8.8.8.8', userAgent]);
      expect(whoIs({}, { userAgent })).toBe('BOT');
    },
  );

  it.each([
    'w3m/0.5.3',
    'Lynx/2.9.0dev.10 libwww-FM/2.14',
    'Links (2.21; Linux 5.10.0 x86_64; text)',
    'Links/2.1 (text)',
  ])('A2 counts %s as a browser with any key', (userAgent) => {
    expect(whoIs({ userAgent }, secret)).toEqual(['8.8.8.8', userAgent]);
    expect(whoIs({}, { userAgent })).toEqual(['8.8.8.8', userAgent]);
    expect(whoIs({}, { keyType: 'secret', userAgent })).toEqual(['8.8.8.8', userAgent]);
  });

  it.each([
    'HeadlessChrome/142.0.0.0',
    'Mozilla/5.0 (Windows NT 10.0) Cypress/13.6.0 Chrome/114.0.5735.289 Electron/25.8.4 Safari/537.36',
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/25.0.1',
    'SomeUnknownBot/1.0',
    'facebookexternalhit/1.1',
    'Lynx/2.8 (compatible; Googlebot/2.1)',
  ])('A2 refuses %s with any key', (userAgent) => {
    expect(whoIs({ userAgent }, secret)).toBe('BOT');
    expect(whoIs({}, { userAgent })).toBe('BOT');
    // A server that forwards the header of its visitor.
    expect(whoIs({}, { keyType: 'secret', userAgent })).toBe('BOT');
  });

  it('does not count a browser that hides its user agent as a bot', () => {
    expect(whoIs({}, { userAgent: '' })).toEqual(['8.8.8.8', '']);
  });
});

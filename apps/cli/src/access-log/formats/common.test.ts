import { lineCharsMax } from '../line.ts';
import { parseLogTime, readCombined } from './common.ts';
import { createLogReader } from './formats.ts';

const common = '203.0.113.7 - - [17/May/2015:10:05:03 +0000] "GET /a?b=c HTTP/1.1" 200 512';

describe('a line of an access log', () => {
  it('is read in the common format, which has no referrer and no user agent', () => {
    expect(readCombined(common)).toEqual({
      address: '203.0.113.7',
      timestamp: Date.UTC(2015, 4, 17, 10, 5, 3),
      method: 'GET',
      target: '/a?b=c',
      status: 200,
      referrer: undefined,
      userAgent: undefined,
      host: undefined,
    });
  });

  it('is read in the combined format', () => {
    expect(readCombined(`${common} "https://example.com/" "Mozilla/5.0"`)).toMatchObject({
      referrer: 'https://example.com/',
      userAgent: 'Mozilla/5.0',
    });
  });

  it.each([
    ['a name of the user', common.replace('- - [', '- frank [')],
    ['a user name with spaces', common.replace('- - [', '- frank von berg [')],
    ['no bytes', common.replace(/512$/, '-')],
    ['fields after the user agent', `${common} "-" "Mozilla/5.0" "198.51.100.9" 0.012`],
    ['HTTP/2', common.replace('HTTP/1.1', 'HTTP/2.0')],
  ])('may have %s', (_what, text) => {
    expect(readCombined(text)).toMatchObject({ address: '203.0.113.7', target: '/a?b=c', status: 200 });
  });

  it.each([
    ['nothing', ''],
    ['no quotes', '203.0.113.7 - - [17/May/2015:10:05:03 +0000] GET / HTTP/1.1 200 1'],
    ['no request', common.replace('GET /a?b=c HTTP/1.1', '-')],
    ['the bytes of a TLS greeting', common.replace('GET /a?b=c HTTP/1.1', String.raw`\x16\x03\x01\x02`)],
    ['no protocol', common.replace(' HTTP/1.1', '')],
    ['a quote that does not close', common.replace('HTTP/1.1"', 'HTTP/1.1')],
    ['no status', common.replace(' 200 512', '')],
    ['no time', common.replace('17/May/2015:10:05:03 +0000', '-')],
    ['a day that is not in the month', common.replace('17/May', '31/Feb')],
    ['an unknown month', common.replace('May', 'Mai')],
    ['JSON', '{"remote_addr":"203.0.113.7","request":"GET / HTTP/1.1"}'],
  ])('is malformed with %s', (_what, text) => {
    expect(readCombined(text)).toBeUndefined();
  });

  it('is malformed if it is longer than any server accepts', () => {
    expect(createLogReader()(common.replace('b=c', 'x'.repeat(lineCharsMax)))).toBeUndefined();
  });

  it.each([
    ['2001:db8::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['crawler.example.com', undefined],
  ])('with the host %s has the address %s', (host, address) => {
    expect(readCombined(common.replace('203.0.113.7', host))).toMatchObject({ address });
  });

  it.each([
    [String.raw`quote \" inside`, 'quote " inside'],
    [String.raw`back\\slash`, String.raw`back\slash`],
    [String.raw`nginx \x22quotes\x22`, 'nginx "quotes"'],
    [String.raw`bytes \xc3\xa9`, 'bytes é'],
    [String.raw`a\tb`, 'a\tb'],
    ['-', undefined],
    ['', undefined],
  ])('is read without the escapes of the user agent %s', (logged, userAgent) => {
    expect(readCombined(`${common} "-" "${logged}"`)).toMatchObject({ userAgent, referrer: undefined });
  });

  it('is malformed if it was crafted to slow the parser down', () => {
    const hostile = `1.1.1.1 - ${'[a] "'.repeat(10_000)}`;
    expect(readCombined(hostile)).toBeUndefined();
  });
});

describe('a time in an access log', () => {
  it.each([
    ['17/May/2015:10:05:03 +0000', '2015-05-17T10:05:03.000Z'],
    ['01/Jan/2024:00:30:00 +0200', '2023-12-31T22:30:00.000Z'],
    ['29/Feb/2024:23:59:59 -0530', '2024-03-01T05:29:59.000Z'],
  ])('%s is parsed as %s', (text, iso) => {
    expect(parseLogTime(text)).toBe(Date.parse(iso));
  });

  it.each([
    '29/Feb/2023:00:00:00 +0000',
    '01/Jan/2024:24:00:00 +0000',
    '01/Jan/2024:10:60:00 +0000',
    '2024-01-01T00:00:00Z',
  ])('%s is not parsed', (text) => {
    expect(parseLogTime(text)).toBeUndefined();
  });
});

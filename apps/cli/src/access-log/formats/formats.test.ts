import { createLogReader } from './formats.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const combined = `203.0.113.7 - - [17/May/2015:10:05:03 +0000] "GET /a?b=c HTTP/1.1" 200 512 "https://example.com/" "${firefox}"`;
const request = {
  address: '203.0.113.7',
  timestamp: Date.UTC(2015, 4, 17, 10, 5, 3),
  method: 'GET',
  target: '/a?b=c',
  status: 200,
  referrer: 'https://example.com/',
  userAgent: firefox,
  host: undefined,
};

const nginx = {
  time_iso8601: '2015-05-17T10:05:03+00:00',
  remote_addr: '203.0.113.7',
  request: 'GET /a?b=c HTTP/1.1',
  status: 200,
  http_referer: 'https://example.com/',
  http_user_agent: firefox,
};
const caddy = {
  level: 'info',
  ts: 1431857103,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip: '10.0.0.1',
    client_ip: '203.0.113.7',
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'www.example.com',
    uri: '/a?b=c',
    headers: { 'User-Agent': [firefox], Referer: ['https://example.com/'] },
  },
  status: 200,
};
const w3c = [
  '#Software: Microsoft Internet Information Services 10.0',
  '#Version: 1.0',
  '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status time-taken',
  `2015-05-17 10:05:03 10.0.0.1 GET /a b=c 443 - 203.0.113.7 ${firefox.replaceAll(' ', '+')} https://example.com/ 200 15`,
];
const cloudFront = [
  '#Version: 1.0',
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-host-header',
  `2015-05-17 10:05:03 FRA2 512 203.0.113.7 GET d111.cloudfront.net /a 200 https://example.com/ ${encodeURI(firefox)} b=c - www.example.com`.replaceAll(
    ' ',
    '\t',
  ),
];

/** Returns the requests in `lines`, each with the name of its format. */
function read(lines: readonly string[]) {
  const reader = createLogReader();
  return lines.map((line) => reader(line)).filter((one) => one !== 'directive');
}

describe('the format of a log', () => {
  it.each([
    ['combined', [combined], request],
    ['vhost_combined', [`www.example.com:443 ${combined}`], { ...request, host: 'www.example.com' }],
    ['vhost_combined', [`_:443 ${combined}`], request],
    ['nginx JSON', [JSON.stringify(nginx)], request],
    ['Caddy JSON', [JSON.stringify(caddy)], { ...request, host: 'www.example.com' }],
    ['W3C extended', w3c, request],
    ['CloudFront', cloudFront, { ...request, host: 'www.example.com' }],
  ])('A22 is detected: %s', (format, lines, line) => {
    expect(read(lines)).toEqual([{ format, line }]);
  });

  it.each([
    ['time_local', '17/May/2015:12:05:03 +0200'],
    ['msec', '1431857103.000'],
    ['time', 1_431_857_103_000],
    ['@timestamp', '2015-05-17T10:05:03Z'],
  ])('A22 can have the time of nginx JSON in the field %s', (name, time) => {
    const { time_iso8601: _, ...others } = nginx;
    expect(read([JSON.stringify({ ...others, [name]: time })])).toMatchObject([{ line: request }]);
  });

  it('A22 can have the parts of the request of nginx JSON in separate fields, and numbers as text', () => {
    const { request: _, ...others } = nginx;
    const parts = { request_method: 'GET', uri: '/a', args: 'b=c', status: '200', host: 'shop.example' };
    expect(read([JSON.stringify({ ...others, ...parts })])).toEqual([
      { format: 'nginx JSON', line: { ...request, host: 'shop.example' } },
    ]);
  });

  it('A22 can have the query of nginx JSON in two fields, which is read once', () => {
    const { request: _, ...others } = nginx;
    const parts = { request_method: 'GET', request_uri: '/a?b=c', args: 'b=c' };
    expect(read([JSON.stringify({ ...others, ...parts })])).toMatchObject([{ line: request }]);
  });

  it.each(['2015-05-17T10:05:03Z', '17/May/2015:12:05:03 +0200'])('A22 can have the time of Caddy JSON as %s', (ts) => {
    expect(read([JSON.stringify({ ...caddy, ts })])).toMatchObject([{ line: { timestamp: request.timestamp } }]);
  });

  it.each([
    ['203.0.113.7:52814', '203.0.113.7'],
    ['[2001:db8::7]:52814', '2001:db8::7'],
  ])('A22 has the address %s of Caddy before 2.5 without its port', (remote_addr, address) => {
    const { client_ip: _, remote_ip: __, ...others } = caddy.request;
    const line = { ...caddy, request: { ...others, remote_addr } };
    expect(read([JSON.stringify(line)])).toMatchObject([{ line: { address } }]);
  });

  it('A22 can have a percent sign in a user agent of CloudFront', () => {
    const lines = cloudFront.map((line) => line.replace(encodeURI(firefox), '100%25%20Agent'));
    expect(read(lines)).toMatchObject([{ line: { userAgent: '100% Agent' } }]);
  });

  it('A22 can change its fields in the middle of a W3C log', () => {
    const later = [
      '#Fields: date time c-ip cs-method cs-uri-stem sc-status',
      '2015-05-17 10:05:04 203.0.113.8 GET / 304',
    ];
    expect(read([...w3c, ...later])).toMatchObject([
      { line: request },
      { line: { address: '203.0.113.8', status: 304, target: '/' } },
    ]);
  });

  it.each([
    ['a W3C line before its fields', w3c.slice(3)],
    ['a W3C line with too few values', [...w3c.slice(0, 3), '2015-05-17 10:05:03 10.0.0.1 GET']],
    ['a W3C line without a status', w3c.map((line) => line.replace(' 200 15', ' - 15'))],
    ['Caddy JSON without a status', [JSON.stringify({ ...caddy, status: undefined })]],
    ['nginx JSON without a request', [JSON.stringify({ ...nginx, request: undefined })]],
    ['nginx JSON without a time', [JSON.stringify({ ...nginx, time_iso8601: 'yesterday' })]],
    ['Caddy JSON of another logger', [JSON.stringify({ level: 'info', ts: 1431857103, msg: 'server running' })]],
    ['half of a JSON object', [JSON.stringify(nginx).slice(0, 40)]],
    ['a JSON array', ['[1, 2]']],
    ['null', ['null']],
  ])('A22 is unknown for %s', (_what, lines) => {
    expect(read(lines)).toEqual([undefined]);
  });

  it('A22 has no address if the server logged a host name instead, with and without a virtual host', () => {
    const named = combined.replace('203.0.113.7', 'crawler.example.com');
    expect(read([named])).toMatchObject([{ line: { address: undefined } }]);
  });
});

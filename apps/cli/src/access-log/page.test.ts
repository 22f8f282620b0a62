import type { LogLine } from './line.ts';
import { whyLeftOut } from './page.ts';

const page: LogLine = {
  address: '203.0.113.7',
  timestamp: 0,
  method: 'GET',
  target: '/',
  status: 200,
  referrer: undefined,
  userAgent: undefined,
  host: undefined,
};

const reasonFor = (change: Partial<LogLine>) => whyLeftOut({ ...page, ...change }, 'www.example.com');

describe('a page request', () => {
  it.each([
    '/',
    '/a',
    '/a/',
    '/a.html',
    '/a.php?x=y.png',
    '/v1.2/notes',
    '/a.png/',
    '/tags/c.sharp',
    '/.well-known',
    '/x#y.css',
  ])('can have the target %s', (target) => {
    expect(reasonFor({ target })).toBeUndefined();
  });

  it.each([
    ['/favicon.ico', 'image'],
    ['/A.PNG', 'image'],
    ['/a.css?v=3', 'style'],
    ['/a.min.js', 'script'],
    ['/a.woff2', 'font'],
    ['/a.mp4', 'media'],
    ['/a.tar.gz', 'download'],
    ['/a.pdf', 'download'],
    ['/feed.xml', 'data'],
    ['/robots.txt', 'data'],
  ])('cannot have the target %s, which is an asset of the kind %s', (target, kind) => {
    expect(reasonFor({ target })).toBe(`not a page: ${kind}`);
  });

  it.each([
    [{ method: 'HEAD' }, 'method HEAD'],
    [{ method: 'POST' }, 'method POST'],
    [{ status: 404 }, 'status 404'],
    [{ status: 206 }, 'status 206'],
    [{ target: 'http://elsewhere.example/' }, 'no path'],
    [{ target: '*' }, 'no path'],
    [{ address: undefined }, 'no address'],
  ])('with %j is left out: %s', (change, reason) => {
    expect(reasonFor(change)).toBe(reason);
  });

  it("can have status 304, the response for a page in the browser's cache", () => {
    expect(reasonFor({ status: 304 })).toBeUndefined();
  });
});

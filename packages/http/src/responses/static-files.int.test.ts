import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createLogger } from '@footfall/process';
import { listen, type Listener } from '../server/listen.ts';
import { connect } from '../raw-exchange.fixture.ts';
import { createExpressApp } from './express-app.ts';
import { faultHandler, notFoundHandler } from './faults.ts';
import { staticFiles } from './static-files.ts';

const logger = createLogger('test', { write: () => {} });
/** About half of the content can be compressed away. */
const content = randomBytes(750_000).toString('hex');
const mebibyte = 1024 * 1024;
let listener: Listener;
let timesMade = 0;
const makeContent = () => {
  timesMade += 1;
  return `made ${timesMade}`;
};

beforeAll(async () => {
  const app = createExpressApp();
  const rest = { type: 'text/javascript; charset=utf-8', caching: 'no-cache' };
  app.use(
    staticFiles([
      { path: '/large.js', content, ...rest },
      { path: '/made.js', content: makeContent, ...rest },
    ]),
  );
  app.use(notFoundHandler).use(faultHandler(logger));
  listener = await listen(app, { host: '127.0.0.1', port: 0, portSetting: 'PORT' });
});
afterAll(() => listener.drain(0));

const get = (encoding: string, headers: Record<string, string> = {}) =>
  fetch(`${listener.url}/large.js`, { headers: { 'Accept-Encoding': encoding, ...headers } });

describe('static files', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', null],
  ])('are sent to a client that accepts %s as %s', async (accepted, encoding) => {
    const response = await get(accepted);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(content);
  });

  it('are not sent again to a client that has cached them', async () => {
    const tag = (await get('br')).headers.get('etag') ?? '';
    const cached = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' };
    const again = await get('br', cached);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('gzip', cached)).status).toBe(200);
  });

  it('are served at their exact path, to GET and HEAD', async () => {
    expect((await fetch(`${listener.url}/Large.js`)).status).toBe(404);
    expect((await fetch(`${listener.url}/large.js`, { method: 'POST' })).status).toBe(405);
    const head = await fetch(`${listener.url}/large.js`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('are computed at the first request, once for all encodings', async () => {
    expect(timesMade).toBe(0);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(`${listener.url}/made.js`, { headers: { 'Accept-Encoding': encoding } });
      expect(await response.text()).toBe('made 1');
    }
  });

  it('G1 need no memory for each of 600 pipelined requests of a client that does not read', async () => {
    await (await get('br')).arrayBuffer();
    const before = process.memoryUsage();
    const socket = await connect(listener.url);
    socket.pause();
    socket.on('error', () => undefined);
    socket.write('GET /large.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n'.repeat(600));
    // Handled once all the others have been parsed and the first of them handled.
    for (let index = 0; index < 20; index += 1) await (await get('br')).arrayBuffer();
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100 * mebibyte);
    expect(after.rss - before.rss).toBeLessThan(150 * mebibyte);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
  });
});

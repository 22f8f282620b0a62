/** The tracker as browsers fetch it: names, caching, encodings, and pages that pin it. */
import { createHash } from 'node:crypto';
import { servedScripts } from '@footfall/tracker/served';
import { errorBody } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();

/** Requests `path` like a client that accepts `encodings`. */
const get = (
  path: string,
  encodings = 'identity',
  method = 'GET',
  more: Record<string, string> = {},
): Promise<Response> => fetch(shared.served.url + path, { method, headers: { 'Accept-Encoding': encodings, ...more } });

/** Does the same for a client that has cached `tags`. By default, fetch would send `Cache-Control: no-cache`. */
const getAgain = (path: string, encodings: string, tags: string): Promise<Response> =>
  get(path, encodings, 'GET', { 'If-None-Match': tags, 'Cache-Control': 'max-age=0' });

const browserEncodings = 'gzip, deflate, br, zstd';

describe.each(servedScripts)('$name', ({ name, pinnedName, integrity, content }) => {
  it('is served to any page, readable and timed, as JavaScript in UTF-8', async () => {
    const response = await get(`/${name}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      vary: 'Accept-Encoding',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toBe(content);
  });

  it('is cached for an hour under its name, and forever under the one that pins it', async () => {
    const latest = await get(`/${name}`);
    const pinned = await get(`/${pinnedName}`);
    expect(latest.headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400');
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await pinned.text()).toBe(content);
  });

  it('is pinned by the start of its SHA-256, and its integrity is its SHA-384', async () => {
    const bytes = Buffer.from(await (await get(`/${pinnedName}`)).arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(pinnedName).toBe(name.replace('.js', `.v1.${hash.slice(0, 12)}.js`));
    expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
  });

  it.each([
    [browserEncodings, 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['GZIP; Q=0.8, BR; Q=0.9', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', null],
    ['identity', null],
    ['deflate, zstd', null],
    ['br;q=0, gzip;q=0', null],
    ['br;q=yes', null],
    ['', null],
  ])('is sent to a client that accepts %j as %j', async (accepted, encoding) => {
    const response = await get(`/${name}`, accepted);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toBe(content);
  });

  it('is smaller in brotli than in gzip, and smaller in gzip than plain', async () => {
    const bytes = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) =>
        Number((await get(`/${name}`, encoding)).headers.get('content-length')),
      ),
    );
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    expect(bytes[2]).toBe(Buffer.byteLength(content));
  });

  it('has a strong ETag for each encoding, and is not sent again to a client that has it', async () => {
    const tags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const tag = (await get(`/${name}`, encoding)).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      tags.add(tag);
      const again = await getAgain(`/${name}`, encoding, `"other", ${tag}`);
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      expect(again.headers.get('cache-control')).toContain('max-age=3600');
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
      const changed = await getAgain(`/${name}`, encoding, '"other"');
      expect(changed.status).toBe(200);
      expect(await changed.text()).toBe(content);
    }
    expect(tags.size).toBe(3);
  });

  it('responds to HEAD like GET, without the body', async () => {
    const response = await get(`/${name}`, 'br', 'HEAD');
    const whole = await get(`/${name}`, 'br');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    for (const header of ['content-length', 'content-encoding', 'etag', 'cache-control']) {
      expect(response.headers.get(header)).toBe(whole.headers.get(header));
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const response = await get(`/${name}`, 'identity', method);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await response.json()).toEqual(errorBody('METHOD_NOT_ALLOWED'));
  });
});

it.each(servedScripts)(
  'A17 serves $name also under a name that no blocker knows',
  async ({ name, pinnedName, content }) => {
    for (const path of [name, pinnedName]) {
      const [known, neutral] = await Promise.all([get(`/${path}`), get(`/${path.replace('tracker', 'site')}`)]);
      expect([neutral.status, await neutral.text()]).toEqual([200, content]);
      expect(neutral.headers.get('cache-control')).toBe(known.headers.get('cache-control'));
    }
  },
);

it('responds with 404 for a hash of other content', async () => {
  for (const path of [
    '/tracker.v1.0123456789ab.js',
    '/tracker.core.v1.0123456789ab.js',
    '/tracker.v1..js',
    '/Tracker.js',
    '/tracker.js/',
  ]) {
    const response = await get(path);
    expect([path, response.status, await response.json()]).toEqual([path, 404, errorBody('NOT_FOUND')]);
  }
});

import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { eventLimits } from '@footfall/schemas';
import { chrome, errorBody, page, pageview, post } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();
const { bodyBytesMax } = eventLimits;
const send = (body: unknown, headers: Record<string, string> = {}) =>
  post(shared.served.eventsUrl, body, { ...shared.key, ...headers });

/** Returns a valid request of exactly `bytes` bytes. */
function bodyOf(bytes: number): string {
  const text = JSON.stringify({ events: [pageview] });
  return text.replace('}]}', `}]${' '.repeat(bytes - text.length)}}`);
}

describe('the body', () => {
  it.each([
    ['plain', undefined, (text: string) => Buffer.from(text)],
    ['gzip', 'gzip', (text: string) => gzipSync(text)],
    [
      'gzip in two members',
      'gzip',
      (text: string) => Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))]),
    ],
    ['deflate', 'deflate', (text: string) => deflateSync(text)],
    ['deflate without its header', 'deflate', (text: string) => deflateRawSync(text)],
  ])('E2 is accepted as %s', async (_name, encoding, encode) => {
    const response = await send(encode(JSON.stringify({ ...pageview, title: 'Bücher 📚' })), {
      ...(encoding && { 'Content-Encoding': encoding }),
    });
    expect(response.status).toBe(202);
    expect(await shared.rig.taken()).toMatchObject([{ title: 'Bücher 📚', path: '/pricing' }]);
  });

  it.each(['br', 'zstd', 'gzip, gzip', 'deflate, gzip'])('E2 is refused as %s', async (encoding) => {
    const response = await send(gzipSync(gzipSync('{}')), { 'Content-Encoding': encoding });
    expect([response.status, response.body]).toEqual([415, errorBody('UNSUPPORTED_MEDIA_TYPE')]);
    expect(response.headers.get('accept-encoding')).toBe('gzip, deflate');
  });

  it('E1 is refused if it is a gzip bomb, without being unpacked', async () => {
    const member = gzipSync(Buffer.alloc(16 * 1024 ** 2, 0x20), { level: 9 });
    const bomb = Buffer.concat(Array.from({ length: 60 }, () => member));
    expect(bomb.length).toBeLessThan(bodyBytesMax);
    const heldBytes = process.memoryUsage().arrayBuffers;
    const response = await send(bomb, { 'Content-Encoding': 'gzip' });
    expect([response.status, response.body]).toEqual([413, errorBody('PAYLOAD_TOO_LARGE')]);
    expect(process.memoryUsage().arrayBuffers - heldBytes).toBeLessThan(64 * bodyBytesMax);
  });

  it.each([
    ['plain', {}, (text: string) => text],
    ['gzip', { 'Content-Encoding': 'gzip' }, (text: string) => gzipSync(text)],
    ['deflate', { 'Content-Encoding': 'deflate' }, (text: string) => deflateSync(text)],
  ])('E1 E13 is limited to 1 MiB, %s', async (_name, headers, encode) => {
    expect((await send(encode(bodyOf(bodyBytesMax)), headers)).status).toBe(202);
    expect(await shared.rig.taken()).toHaveLength(1);
    const over = await send(encode(bodyOf(bodyBytesMax + 1)), headers);
    expect([over.status, over.body]).toEqual([413, errorBody('PAYLOAD_TOO_LARGE')]);
    expect(await shared.rig.taken()).toEqual([]);
  });

  it('E1 is measured while it arrives if its length is not sent', async () => {
    const chunked = (text: string) =>
      fetch(shared.served.eventsUrl, {
        method: 'POST',
        headers: { ...shared.key, 'Content-Type': 'application/json', 'User-Agent': chrome },
        body: new Blob([text]).stream(),
        duplex: 'half',
      });
    expect((await chunked(bodyOf(bodyBytesMax))).status).toBe(202);
    expect((await chunked(bodyOf(bodyBytesMax + 1))).status).toBe(413);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it.each([
    ['not gzip', 'gzip', Buffer.from('{}')],
    ['cut off', 'gzip', gzipSync(JSON.stringify(pageview)).subarray(0, -10)],
    ['empty', 'gzip', Buffer.alloc(0)],
    ['not deflate', 'deflate', Buffer.from([0xff, 0xff, 0xff])],
  ])('E1 is refused with 400 if it is %s', async (_name, encoding, bytes) => {
    const response = await send(bytes, { 'Content-Encoding': encoding });
    expect([response.status, response.body]).toEqual([
      400,
      errorBody('BAD_REQUEST', `The body is not valid ${encoding}`),
    ]);
  });

  it.each([
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'text/plain; charset=utf-7',
  ])('E6 is refused as %s', async (contentType) => {
    const response = await send(pageview, { 'Content-Type': contentType });
    expect([response.status, response.body]).toEqual([415, errorBody('UNSUPPORTED_MEDIA_TYPE')]);
  });

  it('E6 is refused without a type', async () => {
    const response = await fetch(shared.served.eventsUrl, {
      method: 'POST',
      headers: shared.key,
      body: Buffer.from('{}'),
    });
    expect(response.status).toBe(415);
  });

  it('E6 is refused if it is not valid UTF-8', async () => {
    const utf16 = Buffer.from(JSON.stringify(pageview), 'utf16le');
    const latin1 = Buffer.from('{"type":"caf\u00e9"}', 'latin1');
    for (const bytes of [utf16, latin1]) {
      const response = await send(bytes);
      expect([response.status, response.body]).toEqual([400, errorBody('BAD_REQUEST')]);
    }
  });

  it('is accepted with a byte order mark', async () => {
    expect((await send(`\uFEFF${JSON.stringify(pageview)}`)).status).toBe(202);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"type":}',
    "{'type':'x'}",
    'null',
    '17',
    '"$pageview"',
    'true',
    '[]',
    '[{"type":"x"}]',
    'NaN',
  ])('is refused with 400 as %p', async (text) => {
    const response = await send(text);
    expect([response.status, response.body]).toEqual([400, errorBody('BAD_REQUEST')]);
  });

  it('E16 has the value of the last of two equal keys', async () => {
    const response = await send(`{"type":"first","type":"signup","url":"${page}"}`);
    expect(response.status).toBe(202);
    expect(await shared.rig.taken()).toMatchObject([{ type: 'signup' }]);
  });

  it('E17 is refused if it is nested 15,000 deep, in a value of any kind', async () => {
    const deep = (open: string, close: string) => open.repeat(15_000) + '1' + close.repeat(15_000);
    const [objects, lists] = [deep('{"a":', '}'), deep('[', ']')];
    const bodies = [
      objects,
      lists,
      `{"events":[${objects}]}`,
      `{"events":${lists}}`,
      `{"events":[{"type":"x"}],"sentAt":${lists}}`,
    ];
    for (const props of [objects, lists])
      bodies.push(`{"type":"x","props":${props}}`, `{"type":"x","referrer":${props}}`);
    for (const body of bodies) {
      const response = await send(body);
      expect([response.status, response.body]).toEqual([400, errorBody('BAD_REQUEST')]);
    }
    expect(await shared.rig.taken()).toEqual([]);
  });
});

/** The header that names the earlier range of a response that compares. */
import { startHost, type TestHost, type TestReply } from '../host.fixture.ts';
import { storeTraffic } from '../traffic.fixture.ts';

const dayMs = 86_400_000;
const iso = (epochMs: number) => new Date(epochMs).toISOString();

let host: TestHost;
let get: (path: string, headers?: Record<string, string>) => Promise<TestReply>;
beforeAll(async () => {
  host = await startHost();
  const { workspaceId, key } = await host.newKey();
  await storeTraffic(host.warehouse, workspaceId, host.now());
  await host.goals.create(workspaceId, { name: 'Sign-up', type: 'signup' });
  get = (path, headers) => host.get(`/api/v1/analytics/${path}`, { 'x-api-key': key, ...headers });
});
afterAll(() => host.stop());

const comparedIn = ({ headers }: TestReply) => headers['x-compared-period'];

const october = 'start=2026-10-01&end=2026-10-31';

it.each(['breakdown', 'series', 'goals'])('%s names the range it is compared with, if there is one', async (name) => {
  const previous = await get(`${name}?${october}&compare=previous`);
  expect(comparedIn(previous)).toBe('2026-08-31T00:00:00.000Z/2026-10-01T00:00:00.000Z');
  const year = await get(`${name}?${october}&compare=year&timezone=Europe/Berlin`);
  expect(comparedIn(year)).toBe('2025-09-30T22:00:00.000Z/2025-10-31T23:00:00.000Z');
  expect(comparedIn(await get(`${name}?${october}`))).toBeUndefined();
});

it('the overview names the range that it is always compared with', async () => {
  expect(comparedIn(await get(`overview?${october}`))).toBe('2026-08-31T00:00:00.000Z/2026-10-01T00:00:00.000Z');
});

it('a range that has not ended is compared with part of the earlier one, except in a series', async () => {
  const todayMs = Math.floor(host.now() / dayMs) * dayMs;
  const today = `start=${iso(todayMs)}&end=${iso(todayMs + dayMs)}&compare=previous`;
  const yesterday = (endMs: number) => `${iso(todayMs - dayMs)}/${iso(endMs)}`;
  const passedMs = host.now() - dayMs;
  expect(comparedIn(await get(`breakdown?${today}`))).toBe(yesterday(passedMs));
  expect(comparedIn(await get(`goals?${today}`))).toBe(yesterday(passedMs));
  expect(comparedIn(await get(`series?${today}`))).toBe(yesterday(todayMs));
});

it.each(['breakdown', 'series', 'goals'])(
  '%s names no range, and has no previous figures, for 29 February',
  async (name) => {
    const reply = await get(`${name}?start=2024-02-29&end=2024-02-29&compare=year`);
    expect(reply.status).toBe(200);
    expect(comparedIn(reply)).toBeUndefined();
    expect(reply.body.toString()).not.toContain('previous');
  },
);

it('cached responses, CSV and 304 also have it', async () => {
  const start = iso(host.now() - 2 * dayMs);
  const path = `breakdown?by=country&start=${start}&end=${iso(host.now())}&compare=previous`;
  const first = await get(path);
  expect(comparedIn(first)).toBe(`${iso(host.now() - 4 * dayMs)}/${start}`);
  host.passSeconds(30);
  const cached = await get(path);
  expect(cached.json()).toMatchObject({ fromCache: true });
  const unchanged = await get(path, { 'if-none-match': String(first.headers.etag) });
  expect(unchanged.status).toBe(304);
  for (const reply of [cached, unchanged, await get(`${path}&format=csv`)]) {
    expect(comparedIn(reply)).toBe(comparedIn(first));
    expect(reply.headers['x-period']).toBe(first.headers['x-period']);
  }
});

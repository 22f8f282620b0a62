/** The header that names the earlier range of an answer that compares. */
import { startHost, type TestHost, type TestReply } from '../host.fixture.ts';
import { storeTraffic } from '../traffic.fixture.ts';

const dayMs = 86_400_000;
const iso = (epochMs: number) => new Date(epochMs).toISOString();

let host: TestHost;
let ask: (question: string, headers?: Record<string, string>) => Promise<TestReply>;
beforeAll(async () => {
  host = await startHost();
  const { workspaceId } = await host.keyStore.createWorkspace({ name: 'Shop' });
  const { key } = await host.keyStore.createKey(workspaceId, { type: 'secret' });
  await storeTraffic(host.warehouse, workspaceId, host.now());
  await host.goals.create(workspaceId, { name: 'Sign-up', type: 'signup' });
  ask = (question, headers) => host.get(`/api/v1/analytics/${question}`, { 'x-api-key': key, ...headers });
});
afterAll(() => host.stop());

const comparedIn = ({ headers }: TestReply) => headers['x-compared-period'];

const october = 'start=2026-10-01&end=2026-10-31';

it.each(['breakdown', 'series', 'goals'])('%s names the range it compares with, and none without one', async (name) => {
  const previous = await ask(`${name}?${october}&compare=previous`);
  expect(comparedIn(previous)).toBe('2026-08-31T00:00:00.000Z/2026-10-01T00:00:00.000Z');
  const year = await ask(`${name}?${october}&compare=year&timezone=Europe/Berlin`);
  expect(comparedIn(year)).toBe('2025-09-30T22:00:00.000Z/2025-10-31T23:00:00.000Z');
  expect(comparedIn(await ask(`${name}?${october}`))).toBeUndefined();
});

it('the overview names the range that it always compares with', async () => {
  expect(comparedIn(await ask(`overview?${october}`))).toBe('2026-08-31T00:00:00.000Z/2026-10-01T00:00:00.000Z');
});

it('a range that has not ended is compared with part of the earlier one, except in a series', async () => {
  const todayMs = Math.floor(host.now() / dayMs) * dayMs;
  const today = `start=${iso(todayMs)}&end=${iso(todayMs + dayMs)}&compare=previous`;
  const yesterday = (endMs: number) => `${iso(todayMs - dayMs)}/${iso(endMs)}`;
  const passedMs = host.now() - dayMs;
  expect(comparedIn(await ask(`breakdown?${today}`))).toBe(yesterday(passedMs));
  expect(comparedIn(await ask(`goals?${today}`))).toBe(yesterday(passedMs));
  expect(comparedIn(await ask(`series?${today}`))).toBe(yesterday(todayMs));
});

it.each(['breakdown', 'series', 'goals'])(
  '%s names no range, and has no previous figures, for 29 February',
  async (name) => {
    const reply = await ask(`${name}?start=2024-02-29&end=2024-02-29&compare=year`);
    expect(reply.status).toBe(200);
    expect(comparedIn(reply)).toBeUndefined();
    expect(reply.body.toString()).not.toContain('previous');
  },
);

it('cached answers, CSV and 304 have it as well', async () => {
  const start = iso(host.now() - 2 * dayMs);
  const question = `breakdown?by=country&start=${start}&end=${iso(host.now())}&compare=previous`;
  const first = await ask(question);
  expect(comparedIn(first)).toBe(`${iso(host.now() - 4 * dayMs)}/${start}`);
  host.passSeconds(30);
  const cached = await ask(question);
  expect(cached.json()).toMatchObject({ fromCache: true });
  const unchanged = await ask(question, { 'if-none-match': String(first.headers.etag) });
  expect(unchanged.status).toBe(304);
  for (const reply of [cached, unchanged, await ask(`${question}&format=csv`)]) {
    expect(comparedIn(reply)).toBe(comparedIn(first));
    expect(reply.headers['x-period']).toBe(first.headers['x-period']);
  }
});

/** Keys, rate limits, and the order in which a request is checked. */
import { AppRig, byStatus, expectApiFailure, inParallel, quickPath } from '../app-rig.fixture.ts';
import { adminToken } from '../host.fixture.ts';
import { createKeyStore } from '@footfall/warehouse';

const app = new AppRig();

describe('order of checks', () => {
  it('requires a key before it looks for the route', async () => {
    expectApiFailure(await app.host.get('/api/v1/nothing'), 401, 'UNAUTHORIZED');
    expectApiFailure(await app.host.get('/api/v1/'), 401, 'UNAUTHORIZED');
    expectApiFailure(await app.host.get('/api/v1'), 401, 'UNAUTHORIZED');
  });

  it('checks the rate limit before the route, the route before the permission, and the permission before the method', async () => {
    const free = await app.keyOf('free');
    const publicKey = await app.host.keyStore.createKey(app.workspaceId, { type: 'public' });
    expectApiFailure(await app.host.get('/api/v1/nothing', { 'x-api-key': publicKey.key }), 404, 'NOT_FOUND');
    const post = { method: 'POST', headers: { 'x-api-key': publicKey.key } };
    expectApiFailure(await app.host.send(quickPath, post), 403, 'FORBIDDEN');
    expectApiFailure(
      await app.host.send(`${quickPath}?limit=1&limit=2`, { method: 'POST', headers: app.bearer }),
      405,
      'METHOD_NOT_ALLOWED',
    );
    await inParallel(100, () => app.host.get('/api/v1/nothing', free));
    expectApiFailure(await app.host.get('/api/v1/nothing', free), 429, 'RATE_LIMIT');
  });
});

describe('keys', () => {
  it('F1 accepts a key in either header, and in both if they are equal', async () => {
    for (const headers of [
      app.bearer,
      { 'x-api-key': app.key },
      { ...app.bearer, 'x-api-key': app.key },
      { authorization: `bearer ${app.key}` },
    ]) {
      expect((await app.host.get(quickPath, headers)).status).toBe(200);
    }
  });

  it('D9 rejects a revoked key at once in the process that revoked it, and within 5 seconds in others', async () => {
    const here = await app.host.keyStore.createKey(app.workspaceId, { type: 'secret' });
    const elsewhere = await app.host.keyStore.createKey(app.workspaceId, { type: 'secret' });
    const statusOf = async (issued: { key: string }) =>
      (await app.host.get(quickPath, { 'x-api-key': issued.key })).status;
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 200]);
    await app.host.send(`/admin/v1/keys/${here.keyId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${adminToken}` },
    });
    expect(await statusOf(here)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    // Revoked by a process that does not notify this one.
    await app.host.keyStore.revokeKey(elsewhere.keyId);
    app.host.passSeconds(5);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  it('D9 rejects a revoked key at once when another process announces it', async () => {
    const issued = await app.host.keyStore.createKey(app.workspaceId, { type: 'secret' });
    expect((await app.host.get(quickPath, { 'x-api-key': issued.key })).status).toBe(200);
    await createKeyStore(app.host.warehouse, app.host.now).revokeKey(issued.keyId);
    expect((await app.host.get(quickPath, { 'x-api-key': issued.key })).status).toBe(200);
    await app.host.elsewhere.announceChange();
    expect((await app.host.get(quickPath, { 'x-api-key': issued.key })).status).toBe(401);
  });
});

describe('one header sent twice', () => {
  it.each([
    ['authorization', 'Bearer '],
    ['x-api-key', ''],
  ])('G17 returns 401 if two %s headers differ', async (name, scheme) => {
    const sendBoth = (first: string, second: string) =>
      app.host.send(quickPath, { headers: { [name]: [scheme + first, scheme + second] } });
    expectApiFailure(await sendBoth(app.key, 'sk_live_other'), 401, 'UNAUTHORIZED');
    expectApiFailure(await sendBoth('sk_live_other', app.key), 401, 'UNAUTHORIZED');
    expect((await sendBoth(app.key, app.key)).status).toBe(200);
  });

  it('G17 returns 401 from the admin API', async () => {
    const sendBoth = (...authorization: string[]) =>
      app.host.send('/admin/v1/workspaces', { headers: { authorization } });
    expect((await sendBoth(`Bearer ${adminToken}`, 'Bearer other')).status).toBe(401);
    expect((await sendBoth(`Bearer ${adminToken}`, `Bearer ${adminToken}`)).status).toBe(200);
  });
});

describe('rate limits', () => {
  it.each([
    ['free', 60, 100],
    ['pro', 300, 500],
  ] as const)(
    'D10 lets a fresh key of the %s plan (%d a minute) send %d at once, and not one more',
    async (plan, perMinute, burst) => {
      const headers = await app.keyOf(plan);
      const replies = await inParallel(burst + 1, () => app.host.get(quickPath, headers));
      expect(byStatus(replies, 200)).toHaveLength(burst);
      const refused = byStatus(replies, 429);
      expect(refused).toHaveLength(1);
      for (const reply of replies) expect(reply.headers['x-ratelimit-limit']).toBe(String(perMinute));
      const remaining = replies
        .map((reply) => Number(reply.headers['x-ratelimit-remaining']))
        .toSorted((a, b) => b - a);
      expect(remaining.slice(0, perMinute)).toEqual(
        Array.from({ length: perMinute }, (_, index) => perMinute - 1 - index),
      );
      expect(new Set(remaining.slice(perMinute))).toEqual(new Set([0]));
      for (const reply of refused) {
        expectApiFailure(reply, 429, 'RATE_LIMIT');
        // The window began with the first of these requests, at the same moment.
        expect(Number(reply.headers['x-ratelimit-reset'])).toBe(Math.ceil((app.host.now() + 60_000) / 1000));
        expect(reply.headers['retry-after']).toBe('60');
      }
    },
  );

  it("D11 gives the plan's requests per minute again when the window ends, and no more", async () => {
    const headers = await app.keyOf('free');
    const burst = await inParallel(101, () => app.host.get(quickPath, headers));
    const waitSeconds = Number(byStatus(burst, 429)[0]?.headers['retry-after']);
    app.host.passSeconds(waitSeconds);
    const replies = await inParallel(61, () => app.host.get(quickPath, headers));
    expect(byStatus(replies, 200)).toHaveLength(60);
    expect(byStatus(replies, 429)).toHaveLength(1);
  });

  it('never limits an Enterprise key', async () => {
    const replies = await inParallel(700, () => app.host.get(quickPath, app.bearer));
    expect(byStatus(replies, 200)).toHaveLength(700);
    for (const reply of replies) expect(reply.headers['x-ratelimit-remaining']).toBe('2147483647');
  });

  it('F3 applies the limits of the Free plan to an address that tries a thousand keys, and not to valid keys', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const wrong = (index: number) => ({ ...from, 'x-api-key': `sk_live_${String(index).padStart(32, '0')}` });
    const replies = await inParallel(1_000, (index) => app.host.get(quickPath, wrong(index)));
    expect(byStatus(replies, 401)).toHaveLength(100);
    const refused = byStatus(replies, 429);
    expect(refused).toHaveLength(900);
    for (const reply of refused.slice(0, 5)) expectApiFailure(reply, 429, 'RATE_LIMIT');
    expect((await app.host.get(quickPath, { ...from, ...app.bearer })).status).toBe(200);
    expect((await app.host.get(quickPath, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(401);
  });

  it('G15 counts a /64 as one address, and requests with unusable addresses by their peer', async () => {
    const wrong = (address: string) => app.host.get(quickPath, { 'x-forwarded-for': address });
    const network = await inParallel(150, (index) => wrong(`2001:db8:15:1:${index.toString(16)}::1`));
    expect(byStatus(network, 429)).toHaveLength(50);
    expect((await wrong('2001:db8:15:2::1')).status).toBe(401);
    const garbage = await inParallel(150, (index) => wrong(`garbage${index}`));
    expect(byStatus(garbage, 429).length).toBeGreaterThanOrEqual(50);
    // Clients at other addresses are not affected.
    expect((await wrong('203.0.113.15')).status).toBe(401);
  });

  it('counts the requests of each key separately', async () => {
    const [one, other] = [await app.keyOf('free'), await app.keyOf('free')];
    const remaining = async (headers: Record<string, string>) =>
      (await app.host.get(quickPath, headers)).headers['x-ratelimit-remaining'];
    expect([await remaining(one), await remaining(one), await remaining(other)]).toEqual(['59', '58', '59']);
  });
});

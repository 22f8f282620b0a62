/** Sessions: each attack on them is refused, here and in another process. */
import { generateToken } from '@footfall/auth';
import { unavailable } from '@footfall/errors';
import { until, wrapPort } from '@footfall/test-servers';
import { openStores } from '@footfall/warehouse';
import type { Reply } from '../../http-client.fixture.ts';
import { dataOf, errorOf, openBrowser } from '../browser.fixture.ts';
import { password, useInstallation } from '../people.fixture.ts';

const rig = useInstallation();

describe('sessions', () => {
  it('have a new ID after each sign-in, and the previous one ends (fixation)', async () => {
    const { newBrowser, newLink } = rig();
    const planted = generateToken();
    const victim = newBrowser(planted);
    await victim.signIn({ token: await newLink() });
    const first = victim.cookie();
    expect(first).not.toBe(planted);
    expect((await newBrowser(planted).call('GET', '/me')).status).toBe(401);
    await victim.signIn({ token: await newLink() });
    expect(victim.cookie()).not.toBe(first);
    expect((await newBrowser(first).call('GET', '/me')).status).toBe(401);
    expect((await victim.call('GET', '/me')).status).toBe(200);
  });

  it('can begin at an address that sends many requests with wrong keys', async () => {
    const { host } = rig();
    const statusesOf = async (path: string) => {
      const get = () => host.get(path, { 'x-forwarded-for': '198.51.100.7' });
      return (await Promise.all(Array.from({ length: 101 }, get))).map(({ status }) => status);
    };
    expect(await statusesOf('/api/v1/analytics/probe')).toContain(429);
    const [first, ...others] = await statusesOf('/admin/v1/me');
    expect(first).toBe(401);
    expect(others).toContain(429);
  });

  it.each(['/me/session', '/me/sessions'])(
    'keep their cookie if the store cannot end them: DELETE %s',
    async (path) => {
      const { host, invited, startAnother, workspaceId } = rig();
      const browser = await invited({ email: `${path.slice(4)}@example.com`, role: 'viewer', workspaceId });
      const full = wrapPort(host.warehouse, ({ text }, proceed) =>
        text.startsWith('insert') ? Promise.reject(unavailable('The disk is full')) : proceed(),
      );
      const url = await startAnother({ people: openStores(full, host.now).people });
      expect((await browser.at(url).call('DELETE', path)).status).toBe(503);
      expect((await browser.call('GET', '/me')).status).toBe(200);
      expect((await browser.call('DELETE', path)).status).toBe(200);
      expect(browser.cookie()).toBeUndefined();
    },
  );

  it('leave the time of their last use in the list of people', async () => {
    const { owner, invited, workspaceId } = rig();
    const email = 'gone@example.com';
    const browser = await invited({ email, role: 'viewer', workspaceId });
    const lastUse = async () => {
      const people: unknown = await owner.data('GET', '/people');
      return Array.isArray(people) ? people.find((person) => person.email === email).lastUsedAt : undefined;
    };
    const before = await lastUse();
    expect(before).toEqual(expect.any(String));
    await browser.data('DELETE', '/me/session');
    expect(await lastUse()).toBe(before);
  });

  it('are refused when two cookies differ', async () => {
    const { host, owner } = rig();
    const cookie = `footfall_session=${owner.cookie()}; footfall_session=${generateToken()}`;
    expect((await host.get('/admin/v1/me', { cookie, 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
  });

  it('are the only way in if no admin token is set, as the error says', async () => {
    const messageOf = async (url: string) => {
      const reply = await fetch(`${url}/admin/v1/workspaces`);
      expect(reply.status).toBe(401);
      return Object(await reply.json()).error.message;
    };
    const { host, startAnother } = rig();
    expect(await messageOf(await startAnother({ settings: { ...host.deps.settings, ADMIN_TOKEN: undefined } }))).toBe(
      'Sign in first',
    );
    expect(await messageOf(host.url)).toBe('Sign in, or send the admin token: Authorization: Bearer <ADMIN_TOKEN>');
  });

  it('have a cookie that no script can read, and that is sent only over TLS if the proxy says so', async () => {
    const { newBrowser, newLink } = rig();
    const attributes = (reply: Reply) => reply.headers['set-cookie']?.[0]?.replace(/^[^;]*; /, '');
    const plain = await newBrowser().signIn({ token: await newLink() });
    expect(attributes(plain)).toBe('Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000');
    const body = { token: await newLink() };
    const overTls = await newBrowser().call('POST', '/sessions', body, { 'x-forwarded-proto': 'https' });
    expect(attributes(overTls)).toBe('Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure');
  });

  it('behind TLS are in a cookie that no neighbouring host can set, so it can neither lock a person out nor sign them in as another one', async () => {
    const { host, newBrowser, newLink, owner } = rig();
    const overTls = { 'x-forwarded-proto': 'https' };
    const tossed = 'footfall_session=x';
    const link = { token: await newLink() };
    const signedIn = await newBrowser().call('POST', '/sessions', link, { ...overTls, cookie: tossed });
    expect(signedIn.status).toBe(201);
    const names = signedIn.headers['set-cookie']?.map((set) => set.split('=', 1)[0]);
    expect(names).toContain('__Host-footfall_session');
    expect(names?.filter((name) => !name?.startsWith('__Host-'))).toEqual([]);
    const own = signedIn.headers['set-cookie']?.[0]?.split(';', 1)[0];
    const statusOf = async (cookie: string, proto = 'https') => {
      const reply = await host.get('/admin/v1/me', {
        cookie,
        'x-forwarded-proto': proto,
        'x-forwarded-for': '192.0.2.2',
      });
      return reply.status;
    };
    expect(await statusOf(`${own}; ${tossed}`)).toBe(200);
    expect(await statusOf(`footfall_session=${owner.cookie()}`)).toBe(401);
    expect(await statusOf(`footfall_session=${owner.cookie()}`, 'http')).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['nowhere', { origin: 'null' }],
  ])('are not used for a page of %s', async (_, headers) => {
    const { workspaceId, owner } = rig();
    expect((await owner.read('probe', workspaceId, headers)).status).toBe(401);
    expect((await owner.call('GET', '/me', undefined, headers)).status).toBe(401);
    expect((await owner.call('POST', '/workspaces', { name: 'Theft' }, headers)).status).toBe(401);
  });

  it('are not available to other origins through CORS', async () => {
    const { host, workspaceId, owner } = rig();
    const preflight = await host.send('/api/v1/analytics/probe', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'x-workspace' },
    });
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/x-workspace|x-share|cookie/i);
    const reply = await owner.read('probe', workspaceId);
    for (const headers of [preflight.headers, reply.headers]) {
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    const admin = await owner.call('GET', '/me');
    expect(admin.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('change nothing without their CSRF token', async () => {
    const { owner, newBrowser, newLink } = rig();
    const other = newBrowser();
    const otherToken = String(dataOf(await other.signIn({ token: await newLink() })).csrfToken);
    for (const token of ['', 'nonsense', otherToken]) {
      const reply = await owner.call('POST', '/workspaces', { name: 'Forged' }, { 'x-csrf-token': token });
      expect({ status: reply.status, code: errorOf(reply).code }).toEqual({ status: 403, code: 'FORBIDDEN' });
      const headers = { 'x-csrf-token': token };
      expect((await owner.call('PATCH', '/me', { name: 'Forged' }, headers)).status).toBe(403);
      expect((await owner.call('DELETE', '/me/sessions', undefined, headers)).status).toBe(403);
    }
    expect(JSON.stringify(await owner.data('GET', '/workspaces'))).not.toContain('Forged');
  });

  it('are not started by a form on another site', async () => {
    const { host, newLink } = rig();
    const reply = await host.send('/admin/v1/sessions', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-forwarded-for': '192.0.2.2' },
      body: JSON.stringify({ token: await newLink() }),
    });
    expect(reply.status).toBe(415);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('end 30 days after their last use', async () => {
    const { host, workspaceId, owner, newBrowser, newLink } = rig();
    const used = newBrowser();
    const unused = newBrowser();
    for (const browser of [used, unused]) await browser.signIn({ token: await newLink() });
    host.passSeconds(29 * 86_400);
    // Stores the times at which sessions were last used, as a timer does.
    await used.data('GET', '/me/sessions');
    // The clock jumps by days here, whereas cached records are normally at most seconds old.
    host.people.forget();
    host.passSeconds(86_400);
    expect((await unused.call('GET', '/me')).status).toBe(401);
    expect((await unused.read('probe', workspaceId)).status).toBe(401);
    expect((await used.call('GET', '/me')).status).toBe(200);
    await owner.signIn({ token: await newLink() });
  });

  it('are listed, and end one at a time or all together', async () => {
    const { workspaceId, owner, newBrowser, invited } = rig();
    const browser = await invited({ email: 'lea@example.com', role: 'viewer', workspaceId }, { password });
    const [second, third] = [newBrowser(), newBrowser()];
    for (const each of [second, third]) await each.signIn({ email: 'lea@example.com', password });
    const listed = Object.values(await browser.data('GET', '/me/sessions')).map((each) => Object(each));
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed[0]).toMatchObject({ client: 'Firefox on Linux', sessionId: expect.stringMatching(/^ses_/) });
    const secondId = listed.find(({ current }) => !current).sessionId;
    expect((await owner.call('DELETE', `/me/sessions/${secondId}`)).status).toBe(404);
    await browser.data('DELETE', `/me/sessions/${secondId}`);
    expect(Object.values(await browser.data('GET', '/me/sessions'))).toHaveLength(2);
    expect(await browser.data('DELETE', '/me/sessions')).toEqual({ ended: 2 });
    for (const each of [browser, second, third]) expect((await each.call('GET', '/me')).status).toBe(401);
  });
});

describe('a session', () => {
  it('shows that its browser is unknown', async () => {
    const { newBrowser, newLink } = rig();
    const browser = newBrowser();
    await browser.call('POST', '/sessions', { token: await newLink() }, { 'user-agent': 'curl/8.5.0' });
    expect(Object.values(await browser.data('GET', '/me/sessions'))).toContainEqual(
      expect.objectContaining({ current: true, client: 'Unknown browser' }),
    );
  });
});

describe('reading with the cookie', () => {
  it('shares cached responses with everyone who reads the workspace', async () => {
    const { host, workspaceId, owner } = rig();
    const { key } = await host.keyStore.createKey(workspaceId, { type: 'secret' });
    const cachedPath = 'probe?days=9';
    await host.get(`/api/v1/analytics/${cachedPath}`, { 'x-api-key': key });
    expect((await owner.read(cachedPath, workspaceId)).json()).toMatchObject({ fromCache: true });
  });

  it('requires one X-Workspace, and is ignored next to keys, even if they differ', async () => {
    const { host, workspaceId, owner } = rig();
    const cookie = `footfall_session=${owner.cookie()}`;
    expect((await host.get('/api/v1/analytics/probe', { cookie })).status).toBe(400);
    const workspaces = { cookie, 'x-workspace': [workspaceId, 'ws_other'] };
    expect((await host.send('/api/v1/analytics/probe', { headers: workspaces })).status).toBe(400);
    const { key, workspaceId: other } = await host.newKey();
    const reply = await owner.read('probe', workspaceId, { 'x-api-key': key });
    expect(reply.json()).toMatchObject({ workspaceId: other });
    expect((await owner.read('probe', workspaceId, { 'x-api-key': 'wrong' })).status).toBe(401);
    const keys = { 'x-api-key': key, authorization: 'Bearer wrong' };
    expect((await owner.read('probe', workspaceId, keys)).status).toBe(401);
  });
});

describe('another process', () => {
  it('accepts a new session at once, and refuses it once it has ended', async () => {
    const { workspaceId, invited, startAnother } = rig();
    const second = await startAnother();
    const here = await invited({ email: 'kim@example.com', role: 'viewer', workspaceId });
    const there = here.at(second);
    expect((await there.read('probe', workspaceId)).status).toBe(200);
    const token = here.cookie();
    await here.data('DELETE', '/me/sessions');
    const stolen = openBrowser(second, '192.0.2.3', token);
    // A store that takes longer than half a second to read leaves the last known session valid for the request.
    await until(async () => (await stolen.read('probe', workspaceId)).status === 401);
    expect((await stolen.call('GET', '/me')).status).toBe(401);
  });

  it('refuses an ended session, a removed role and a revoked share in time even without a notification', async () => {
    const { host, workspaceId, owner, newBrowser, invited, grantOf, startAnother } = rig();
    const second = await startAnother({ state: { ...host.elsewhere, onChange: () => undefined } });
    const viewer = await invited({ email: 'max@example.com', role: 'viewer', workspaceId });
    const ended = await invited({ email: 'ned@example.com', role: 'viewer', workspaceId });
    const share = await owner.data('POST', `/workspaces/${workspaceId}/shares`, {});
    const grant = await grantOf(share);
    const stolen = newBrowser(ended.cookie());
    const get = {
      session: async () => (await stolen.at(second).read('probe', workspaceId)).status,
      role: async () => (await viewer.at(second).read('probe', workspaceId)).status,
      share: async () => (await openBrowser(second).read('probe', workspaceId, { 'x-share': grant })).status,
    };
    // Refusals count against the limit of the address, so the pauses between attempts matter.
    const untilStatuses = async (expected: Record<keyof typeof get, number>) => {
      for (const name of ['session', 'role', 'share'] as const) {
        let status = 0;
        await until(
          async () => (status = await get[name]()) === expected[name],
          () => `${name}: ${status}`,
        );
      }
    };
    // A session or share of another process may be unknown here for up to a second.
    await untilStatuses({ session: 200, role: 200, share: 200 });
    const { person } = await viewer.data('GET', '/me');
    await owner.data('PATCH', `/people/${Object(person).personId}`, { role: 'none', workspaceId });
    await owner.data('DELETE', `/shares/${String(share['shareId'])}`);
    await ended.data('DELETE', '/me/sessions');
    await expect(untilStatuses({ session: 401, role: 403, share: 401 })).resolves.toBeUndefined();
  });
});

/** Shares: the limits of their visitors. */
import { generateToken } from '@footfall/auth';
import { unavailable } from '@footfall/errors';
import { openStores } from '@footfall/warehouse';
import { dataOf, errorOf } from '../browser.fixture.ts';
import { send } from '../../http-client.fixture.ts';
import { password, quickHash, useInstallation } from '../people.fixture.ts';

const rig = useInstallation();

describe('shares', () => {
  it('read their own workspace and nothing else', async () => {
    const { host, workspaceId, owner, visit } = rig();
    const other = await host.keyStore.createWorkspace({ name: 'Other' });
    const share = await owner.data('POST', `/workspaces/${workspaceId}/shares`, { name: 'For the board' });
    expect(share).toEqual({
      shareId: expect.stringMatching(/^shr_/),
      workspaceId,
      name: 'For the board',
      hasPassword: false,
      filters: [],
      createdAt: new Date(host.now()).toISOString(),
      expiresAt: null,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/share\/[\w-]{43}$/),
    });
    expect(Object.values(await owner.data('GET', `/workspaces/${workspaceId}/shares`))).toContainEqual(share);
    const opened = await visit(share);
    expect(dataOf(opened)).toEqual({
      workspace: { workspaceId, name: 'Shop', timezone: null },
      filters: [],
      grant: expect.any(String),
      expiresAt: new Date(host.now() + 12 * 3_600_000).toISOString(),
    });
    const headers = { 'x-share': String(dataOf(opened).grant), 'x-workspace': other.workspaceId };
    const reply = await host.get('/api/v1/analytics/probe', headers);
    // The workspace is the share's, whichever is requested.
    expect(reply.decoded()).toMatchObject({ success: true, workspaceId });
    expect((await host.get(`/admin/v1/workspaces/${workspaceId}`, headers)).status).toBe(401);
    expect((await host.send('/api/v1/analytics/probe', { method: 'POST', headers })).status).toBe(405);
  });

  it('cannot leave their workspace by any header or parameter', async () => {
    const { host, workspaceId, owner, newBrowser, grantOf } = rig();
    const { key, ...other } = await host.newKey();
    const grant = await grantOf(await owner.data('POST', `/workspaces/${workspaceId}/shares`, {}));
    const otherGrant = await grantOf(await owner.data('POST', `/workspaces/${other.workspaceId}/shares`, {}));
    const read = async (query: string, headers: Readonly<Record<string, string | string[]>>) => {
      const reply = await host.send(`/api/v1/analytics/probe${query}`, { headers });
      return Object(reply.decoded()).workspaceId ?? reply.status;
    };
    const named = ['workspaceId', 'workspace', 'workspace_id', 'share', 'X-Workspace'].map(
      (name) => `${name}=${other.workspaceId}`,
    );
    expect(await read(`?${named.join('&')}`, { 'x-share': grant })).toBe(workspaceId);
    expect(await read('', { 'x-share': grant, 'x-workspace': other.workspaceId })).toBe(workspaceId);
    // A caller who may read more still reads only the share.
    const cookie = `footfall_session=${owner.cookie()}`;
    expect(await read('', { 'x-share': grant, 'x-workspace': other.workspaceId, cookie })).toBe(workspaceId);
    expect(await read('', { 'x-share': [grant, otherGrant] })).toBe(401);
    expect(await read('', { 'x-share': `${grant}, ${otherGrant}` })).toBe(401);
    expect(await read(`?share=${grant}`, {})).toBe(401);
    expect(await read('', { 'x-api-key': grant })).toBe(401);
    expect(await read('', { authorization: `Bearer ${grant}` })).toBe(401);
    // A key wins, even an invalid one.
    expect(await read('', { 'x-share': grant, 'x-api-key': key })).toBe(other.workspaceId);
    expect(await read('', { 'x-share': grant, 'x-api-key': `${key}x` })).toBe(401);
    // A grant is not a session, and changes nothing.
    const visitor = newBrowser(grant);
    expect((await visitor.call('GET', '/me')).status).toBe(401);
    expect((await visitor.read('probe', workspaceId)).status).toBe(401);
  });

  it('have grants that cannot be forged, used for another share, or used after their expiry', async () => {
    const { host, workspaceId, owner, grantOf } = rig();
    const first = await owner.data('POST', `/workspaces/${workspaceId}/shares`, {});
    const second = await owner.data('POST', `/workspaces/${workspaceId}/shares`, {});
    const grant = await grantOf(first);
    const [, expiresAt = '', signature = ''] = grant.split('.');
    const forged = [
      [second['shareId'], expiresAt, signature],
      [first['shareId'], String(Number(expiresAt) + 1), signature],
      [first['shareId'], expiresAt, generateToken()],
      [first['shareId'], expiresAt],
      ['ses_0', expiresAt, signature],
    ].map((parts) => parts.join('.'));
    for (const each of [...forged, '', ' ']) {
      expect((await host.get('/api/v1/analytics/probe', { 'x-share': each })).status).toBe(401);
    }
    expect((await host.get('/api/v1/analytics/probe', { 'x-share': grant })).status).toBe(200);
    host.passSeconds(12 * 3_600);
    expect((await host.get('/api/v1/analytics/probe', { 'x-share': grant })).status).toBe(401);
  });

  it('have well-formed grants: others are refused with 401 even while the store does not respond', async () => {
    const { host, workspaceId, owner, grantOf, startAnother } = rig();
    const grant = await grantOf(await owner.data('POST', `/workspaces/${workspaceId}/shares`, {}));
    const down = { ...host.warehouse, read: () => Promise.reject(unavailable('The store does not respond')) };
    const url = await startAnother({ people: openStores(down, host.now).people });
    const statusOf = async (given: string) =>
      (await send(url, '/api/v1/analytics/probe', { headers: { 'x-share': given } })).status;
    expect(await statusOf(grant)).toBe(503);
    expect(await statusOf(`${grant}x`)).toBe(401);
  });

  it('do not count as attempts to sign in once they have ended, however often a page that embeds one is opened', async () => {
    const { newBrowser, newLink } = rig();
    const visitor = newBrowser();
    const open = () => visitor.call('POST', '/share-visits', { token: generateToken() });
    const visits = await Promise.all(Array.from({ length: 40 }, open));
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await visitor.signIn({ token: await newLink() })).status).toBe(201);
  });

  it('open only with their password, and attempts are limited', async () => {
    const { workspaceId, owner, newBrowser, visit } = rig();
    const share = await owner.data('POST', `/workspaces/${workspaceId}/shares`, { password });
    expect(share['hasPassword']).toBe(true);
    const without = await visit(share);
    expect({ status: without.status, code: errorOf(without).code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect((await visit(share, { password })).status).toBe(201);
    const visitor = newBrowser();
    const token = new URL(String(share['url'])).pathname.replace('/share/', '');
    const attempt = () => visitor.call('POST', '/share-visits', { token, password: 'wrong' });
    const statuses = (await Promise.all(Array.from({ length: 11 }, attempt))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    // Attempts of one visitor do not lock out the others.
    expect((await visit(share, { password })).status).toBe(201);
  });

  it('limit attempts for all addresses together', async () => {
    const { host, workspaceId, visit } = rig();
    const rest = { workspaceId, name: '', filters: [], expiresAtMs: null };
    const { token } = await host.people.createShare({ ...rest, passwordHash: quickHash() });
    const attempt = async (given: string) =>
      (await visit({ url: `${host.url}/share/${token}` }, { password: given })).status;
    for (let attempts = 0; attempts < 40; attempts += 1) expect(await attempt('wrong')).toBe(403);
    expect(await attempt(password)).toBe(429);
  });

  it('serve an address 1,200 requests a minute, visits included', async () => {
    const { host, workspaceId, owner, newBrowser, visit } = rig();
    const share = await owner.data('POST', `/workspaces/${workspaceId}/shares`, {});
    const token = new URL(String(share['url'])).pathname.replace('/share/', '');
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const open = () => newBrowser().call('POST', '/share-visits', { token }, headers);
    const grant = String(dataOf(await open()).grant);
    const read = () => host.get('/api/v1/analytics/probe', { ...headers, 'x-share': grant });
    await Promise.all(Array.from({ length: 1_198 }, read));
    const statuses = [await open(), await open(), await read()].map(({ status }) => status);
    expect(statuses).toEqual([201, 429, 429]);
    // Neither the visitors of other shares nor those at other addresses are affected.
    const other = await owner.data('POST', `/workspaces/${workspaceId}/shares`, {});
    const otherToken = new URL(String(other['url'])).pathname.replace('/share/', '');
    expect((await newBrowser().call('POST', '/share-visits', { token: otherToken }, headers)).status).toBe(201);
    expect((await visit(share)).status).toBe(201);
  });

  it('are restricted by filters that no visitor can remove', async () => {
    const { host, workspaceId, owner, visit } = rig();
    const filters = ['path:is:/shoes', 'country:is:DE', 'country:is:DE'];
    const share = await owner.data('POST', `/workspaces/${workspaceId}/shares`, { filters });
    expect(share['filters']).toEqual(['country:is:DE', 'path:is:/shoes']);
    const opened = dataOf(await visit(share));
    expect(opened).toMatchObject({ filters: share['filters'] });
    const headers = { 'x-share': String(opened.grant) };
    await host.get('/api/v1/analytics/probe?filter=path:is:/', headers);
    expect(rig().probe.requests.at(-1)).toMatchObject({ fixedFilters: share['filters'] });
  });

  it.each([
    ['country:is:DE', 'filters must be a list of at most 20 filters'],
    [[1], 'filters.0 must be a filter: <dimension>:<operator>:<value>, got 1'],
    [Array.from({ length: 21 }, (_, index) => `path:is:/${index}`), 'filters must be a list of at most 20 filters'],
    [['colour:is:red'], 'filters must have one of the dimensions source, '],
    [['goal:is:goal_00000000000000000000'], 'filters must name a goal of the workspace by its ID'],
  ])('are refused with invalid filters: %#', async (filters, message) => {
    const { workspaceId, owner } = rig();
    const reply = await owner.call('POST', `/workspaces/${workspaceId}/shares`, { filters });
    expect(errorOf(reply)).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(message) });
  });

  it('are refused once for a password that is not a string', async () => {
    const { workspaceId, owner } = rig();
    for (const given of [[], {}, null, 5]) {
      const reply = await owner.call('POST', `/workspaces/${workspaceId}/shares`, { password: given });
      expect(errorOf(reply).message).toBe('password must have 10 to 1000 characters, got no text');
    }
  });

  it('end when they are revoked or expire, with every grant', async () => {
    const { host, workspaceId, owner, grantOf, visit } = rig();
    const expiresAt = new Date(host.now() + 60_000).toISOString();
    const revoked = await owner.data('POST', `/workspaces/${workspaceId}/shares`, {});
    const expired = await owner.data('POST', `/workspaces/${workspaceId}/shares`, { expiresAt });
    const grants = [await grantOf(revoked), await grantOf(expired)];
    expect(dataOf(await visit(expired)).expiresAt).toBe(expiresAt);
    await owner.data('DELETE', `/shares/${String(revoked['shareId'])}`);
    host.passSeconds(60);
    for (const [index, share] of [revoked, expired].entries()) {
      expect((await visit(share)).status).toBe(401);
      const reply = await host.get('/api/v1/analytics/probe', { 'x-share': grants[index] ?? '' });
      expect(reply.status).toBe(401);
    }
  });
});

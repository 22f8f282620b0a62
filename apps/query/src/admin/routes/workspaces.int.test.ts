/** Workspaces: each call of the admin API about them, and its effect. */
import { expectFailure } from '../../host.fixture.ts';
import { AdminRig, dataOf } from '../admin-rig.fixture.ts';

const admin = new AdminRig();

describe('workspaces', () => {
  it('are created with a plan and origins, listed, read and changed', async () => {
    const input = { name: ' Shop ', plan: 'pro', allowedOrigins: ['WWW.example.com', '*.example.org'] };
    const made = dataOf(await admin.call('POST', '/workspaces', input), 201);
    expect(made).toEqual({
      workspaceId: expect.stringMatching(/^ws_[0-9a-z]{16,}$/),
      name: 'Shop',
      plan: 'pro',
      domain: null,
      timezone: null,
      allowedOrigins: ['www.example.com', '*.example.org'],
      createdAt: new Date(admin.host.now()).toISOString(),
    });
    const path = `/workspaces/${String(made['workspaceId'])}`;
    expect(dataOf(await admin.call('GET', path))).toEqual(made);
    expect(dataOf(await admin.call('GET', '/workspaces'))).toContainEqual(made);
    const changed = { ...made, name: 'Store', plan: 'free', allowedOrigins: [] };
    expect(dataOf(await admin.call('PATCH', path, { name: 'Store', plan: 'free', allowedOrigins: [] }))).toEqual(
      changed,
    );
    expect(dataOf(await admin.call('PATCH', path, {}))).toEqual(changed);
    expect(dataOf(await admin.call('GET', path))).toEqual(changed);
  });

  it('are on the Enterprise plan and open to any origin by default', async () => {
    expect(dataOf(await admin.call('POST', '/workspaces', { name: 'Shop' }), 201)).toMatchObject({
      plan: 'enterprise',
      allowedOrigins: [],
    });
  });

  it('have the limits of a new plan from the next request', async () => {
    const workspaceId = await admin.newWorkspace();
    const { key } = await admin.newKey(workspaceId);
    const limit = async () =>
      (await admin.host.get('/api/v1/analytics/probe', { 'x-api-key': key })).headers['x-ratelimit-limit'];
    expect(await limit()).toBe('2147483647');
    await admin.call('PATCH', `/workspaces/${workspaceId}`, { plan: 'pro' });
    expect(await limit()).toBe('300');
  });

  it('are deleted with their keys, and no other workspace is', async () => {
    const [workspaceId, other] = [await admin.newWorkspace(), await admin.newWorkspace()];
    const { key } = await admin.newKey(workspaceId);
    const { key: otherKey } = await admin.newKey(other);
    const path = `/workspaces/${workspaceId}`;
    expect(dataOf(await admin.call('DELETE', path))).toEqual({ workspaceId, deleted: true });
    expect(await admin.statusOf(key)).toBe(401);
    expect(await admin.statusOf(otherKey)).toBe(200);
    for (const method of ['GET', 'PATCH', 'DELETE']) expectFailure(await admin.call(method, path), 404, 'NOT_FOUND');
    expectFailure(await admin.call('GET', `${path}/keys`), 404, 'NOT_FOUND');
    expectFailure(await admin.call('POST', `${path}/keys`, { type: 'secret' }), 404, 'NOT_FOUND');
  });
});

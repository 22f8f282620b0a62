/** Goals: their creation and removal. */
import { until } from '@footfall/test-servers';
import { errorOf, openBrowser } from '../browser.fixture.ts';
import { useInstallation } from '../people.fixture.ts';

const rig = useInstallation();
const signUp = { name: 'Sign-up', type: 'signup' };

describe('goals', () => {
  it('are created, listed and removed in one workspace', async () => {
    const { host, workspaceId, owner } = rig();
    const other = await host.keyStore.createWorkspace({ name: 'Other' });
    const first = await owner.data('POST', `/workspaces/${workspaceId}/goals`, signUp);
    host.passSeconds(1);
    const made = [
      first,
      await owner.data('POST', `/workspaces/${workspaceId}/goals`, {
        name: 'Purchase',
        path: '/thanks/*',
        props: { plan: 'pro', seats: 3 },
        valueProp: 'value',
      }),
    ];
    expect(made[0]).toEqual({ goalId: expect.stringMatching(/^goal_[0-9a-z]{20}$/), workspaceId, ...signUp });
    expect(await owner.data('GET', `/workspaces/${workspaceId}/goals`)).toEqual(made);
    expect(await owner.data('GET', `/workspaces/${other.workspaceId}/goals`)).toEqual([]);
    const { goalId } = Object(made[0]);
    expect((await owner.call('DELETE', `/workspaces/${other.workspaceId}/goals/${goalId}`)).status).toBe(404);
    const removed = await owner.data('DELETE', `/workspaces/${workspaceId}/goals/${goalId}`);
    expect(removed).toEqual({ goalId, removed: true });
    expect(await owner.data('GET', `/workspaces/${workspaceId}/goals`)).toEqual(made.slice(1));
    expect((await owner.call('DELETE', `/workspaces/${workspaceId}/goals/${goalId}`)).status).toBe(404);
    expect((await owner.call('POST', '/workspaces/ws_00000000000000000000/goals', signUp)).status).toBe(404);
  });

  it('are removed only if no open share filters by them', async () => {
    const { host, workspaceId, owner } = rig();
    const { goalId } = await owner.data('POST', `/workspaces/${workspaceId}/goals`, signUp);
    const share = (values: object) =>
      owner.data('POST', `/workspaces/${workspaceId}/shares`, {
        filters: [`goal:is_not:${String(goalId)}`],
        ...values,
      });
    await share({ name: 'Soon over', expiresAt: new Date(host.now() + 60_000).toISOString() });
    host.passSeconds(61);
    const { shareId } = await share({ name: 'Board' });
    const path = `/workspaces/${workspaceId}/goals/${String(goalId)}`;
    const reply = await owner.call('DELETE', path);
    expect({ status: reply.status, message: errorOf(reply).message }).toEqual({
      status: 409,
      message: 'The share "Board" filters by this goal; revoke the share first',
    });
    await owner.data('DELETE', `/shares/${String(shareId)}`);
    expect(await owner.data('DELETE', path)).toEqual({ goalId, removed: true });
  });

  it('become known to another process that shares the state', async () => {
    const { host, workspaceId, owner, startAnother } = rig();
    const elsewhere = openBrowser(await startAnother(), '203.0.113.250', owner.cookie());
    const path = `/workspaces/${workspaceId}/goals`;
    const listed = async () => Object(await elsewhere.data('GET', path)).length;
    const before = await listed();
    const { goalId } = await owner.data('POST', path, signUp);
    await until(async () => (await listed()) === before + 1, listed);
    await owner.data('DELETE', `${path}/${String(goalId)}`);
    await until(async () => (await listed()) === before, listed);
    const audited = host.logged().filter(({ audit }) => audit === true);
    expect(audited).toContainEqual(
      expect.objectContaining({ route: 'DELETE /workspaces/:workspaceId/goals/:goalId', goalId, status: 200 }),
    );
  });

  it.each<[object, string]>([
    [{ type: 'signup' }, 'name must have 1 to 200 characters, got nothing'],
    [{ name: 'Neither' }, 'The body must have either type or path, got neither'],
    [{ ...signUp, path: '/' }, 'The body must have either type or path, got both'],
    [
      { name: 'Page', path: 'pricing' },
      'path must start with / or *, not contain ? or #, and have at most 2048 characters, got "pricing"',
    ],
    [{ ...signUp, value: 'price' }, 'value: unknown field'],
  ])('are refused with the name of the field: %#', async (body, message) => {
    const { workspaceId, owner } = rig();
    const reply = await owner.call('POST', `/workspaces/${workspaceId}/goals`, body);
    expect({ status: reply.status, message: errorOf(reply).message }).toEqual({ status: 400, message });
  });
});

/** Annotations: their creation and removal. */
import { until } from '@footfall/test-servers';
import { errorOf, openBrowser } from '../browser.fixture.ts';
import { useInstallation } from '../people.fixture.ts';

const rig = useInstallation();
const launch = { date: '2026-03-01', text: 'Launch' };

describe('annotations', () => {
  it('are created, listed by day and removed in one workspace', async () => {
    const { host, workspaceId, owner } = rig();
    const other = await host.keyStore.createWorkspace({ name: 'Other' });
    const path = `/workspaces/${workspaceId}/annotations`;
    const made = [
      await owner.data('POST', path, launch),
      await owner.data('POST', path, { date: '2026-02-28', text: ' Newsletter ' }),
    ];
    expect(made[1]).toEqual({
      annotationId: expect.stringMatching(/^ann_[0-9a-z]{20}$/),
      workspaceId,
      date: '2026-02-28',
      text: 'Newsletter',
      createdAt: new Date(host.now()).toISOString(),
    });
    expect(await owner.data('GET', path)).toEqual([made[1], made[0]]);
    expect(await owner.data('GET', `/workspaces/${other.workspaceId}/annotations`)).toEqual([]);
    const { annotationId } = Object(made[0]);
    expect(await owner.data('DELETE', `/annotations/${annotationId}`)).toEqual({ annotationId, removed: true });
    expect(await owner.data('GET', path)).toEqual([made[1]]);
    expect((await owner.call('DELETE', `/annotations/${annotationId}`)).status).toBe(404);
    expect((await owner.call('POST', '/workspaces/ws_00000000000000000000/annotations', launch)).status).toBe(404);
  });

  it('become known to another process that shares the state, and the change is in the log', async () => {
    const { host, workspaceId, owner, startAnother } = rig();
    const path = `/workspaces/${workspaceId}/annotations`;
    const elsewhere = openBrowser(await startAnother(), '203.0.113.250', owner.cookie());
    const listed = async () => Object(await elsewhere.data('GET', path)).length;
    const before = await listed();
    const { annotationId } = await owner.data('POST', path, launch);
    await until(async () => (await listed()) === before + 1, listed);
    await owner.data('DELETE', `/annotations/${String(annotationId)}`);
    await until(async () => (await listed()) === before, listed);
    const audited = host.logged().filter(({ audit }) => audit === true);
    expect(audited).toContainEqual(
      expect.objectContaining({ route: 'DELETE /annotations/:annotationId', annotationId, status: 200 }),
    );
    expect(JSON.stringify(audited)).not.toContain(launch.text);
  });

  it.each<[object, string]>([
    [{ text: 'Launch' }, 'date must be an existing day as YYYY-MM-DD, got nothing'],
    [{ ...launch, date: '2026-02-30' }, 'date must be an existing day as YYYY-MM-DD, got "2026-02-30"'],
    [{ ...launch, text: '' }, 'text must have 1 to 200 characters, got ""'],
    [{ ...launch, colour: 'red' }, 'colour: unknown field'],
  ])('are refused with the name of the field: %#', async (body, message) => {
    const { workspaceId, owner } = rig();
    const reply = await owner.call('POST', `/workspaces/${workspaceId}/annotations`, body);
    expect({ status: reply.status, message: errorOf(reply).message }).toEqual({ status: 400, message });
  });
});

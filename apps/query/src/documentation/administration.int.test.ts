/** The responses of the admin API match their description. */
import { access, isRouteName, type RouteName } from '../admin/access.ts';
import { dataOf } from '../admin/browser.fixture.ts';
import { password, useInstallation } from '../admin/people.fixture.ts';
import { operations } from './administration.ts';
import { inputs, outputs } from './admin-schemas.ts';

const rig = useInstallation();
const described = new Set<RouteName>();

/** Calls a route as the owner, and compares the body, the status and the data with the description of the route. */
async function call(name: RouteName, ids: Readonly<Record<string, unknown>> = {}, body?: object) {
  const { owner } = rig();
  const [method = '', path = ''] = name.split(' ');
  const { body: input, data, status = 200 } = operations[name];
  const reply = await owner.call(
    method,
    path.replaceAll(/:(\w+)/g, (_match, id: string) => String(ids[id])),
    body,
  );
  const result = dataOf(reply);
  expect([name, reply.status]).toEqual([name, status]);
  expect([name, outputs[data].safeParse(result).error?.issues]).toEqual([name, undefined]);
  expect([name, input && inputs[input].safeParse(body ?? {}).error?.issues]).toEqual([name, undefined]);
  described.add(name);
  return result;
}

it('A26 answers every route of the admin API as the description says', async () => {
  const { visit, newLink, host } = rig();
  const workspace = await call('POST /workspaces', {}, { name: 'Shop', domain: 'shop.example', plan: 'pro' });
  await call('GET /workspaces');
  await call('GET /workspaces/:workspaceId', workspace);
  await call('PATCH /workspaces/:workspaceId', workspace, { timezone: 'Europe/Berlin' });
  await call('GET /workspaces/:workspaceId/intake', workspace);
  const key = await call('POST /workspaces/:workspaceId/keys', workspace, { type: 'secret', name: 'reports' });
  await call('POST /keys/:keyId/rotate', key, { graceSeconds: 60 });
  await call('GET /workspaces/:workspaceId/keys', workspace);
  await call('DELETE /keys/:keyId', key);
  const share = await call('POST /workspaces/:workspaceId/shares', workspace, { name: 'Board', password });
  await call('GET /workspaces/:workspaceId/shares', workspace);
  const opened = await visit(share, { password });
  expect(outputs.ShareOpened.safeParse(dataOf(opened)).error).toBeUndefined();
  described.add('POST /share-visits');
  await call('DELETE /shares/:shareId', share);

  const input = { name: 'Purchase', type: 'purchase', props: { plan: 'pro', seats: 3 }, valueProp: 'value' };
  const goal = await call('POST /workspaces/:workspaceId/goals', workspace, input);
  const pricing = await call('POST /workspaces/:workspaceId/goals', workspace, { name: 'Pricing', path: '/pricing/*' });
  await call('GET /workspaces/:workspaceId/goals', workspace);
  await call('DELETE /goals/:goalId', goal);
  await call('DELETE /workspaces/:workspaceId/goals/:goalId', pricing);
  const note = { date: '2026-03-01', text: 'Launch' };
  const annotation = await call('POST /workspaces/:workspaceId/annotations', workspace, note);
  await call('GET /workspaces/:workspaceId/annotations', workspace);
  await call('DELETE /annotations/:annotationId', annotation);

  const invitation = await call('POST /invitations', {}, { email: 'jo@example.com', role: 'owner' });
  await call('GET /invitations');
  await call('DELETE /invitations/:invitationId', invitation);
  await rig().invited({ email: 'di@example.com', role: 'viewer', workspaceId: workspace['workspaceId'] });
  const people: unknown = await call('GET /people');
  const { personId } = Object.values(Object(people))
    .map(Object)
    .find(({ email }) => email === 'di@example.com');
  const role = { role: 'admin', workspaceId: workspace['workspaceId'] };
  await call('PATCH /people/:personId', { personId }, role);
  await call('DELETE /people/:personId', { personId });
  await call('POST /links', {}, {});
  const link = await host.send('/admin/v1/links', { headers: { 'x-sign-in-token': await newLink() } });
  expect(outputs.Link.safeParse(dataOf(link)).error).toBeUndefined();
  described.add('GET /links');

  await call('GET /rollups');
  await call('POST /rollups/rebuild');
  await call('DELETE /workspaces/:workspaceId', workspace);
  await call('GET /me');
  await call('PATCH /me', {}, { name: 'Olivia' });
  const sessions: unknown = await call('GET /me/sessions');
  const current = Object.values(Object(sessions))
    .map(Object)
    .find((session) => session.current);
  await call('POST /sessions', {}, { email: 'olive@example.com', password });
  await call('DELETE /me/sessions/:sessionId', await currentSession(current));
  await call('POST /sessions', {}, { email: 'olive@example.com', password });
  await call('DELETE /me/session');
  await call('POST /sessions', {}, { email: 'olive@example.com', password });
  await call('DELETE /me/sessions');
  expect([...described].toSorted()).toEqual(Object.keys(access).filter(isRouteName).toSorted());

  async function currentSession(before: Readonly<Record<string, unknown>>) {
    const now: unknown = await call('GET /me/sessions');
    expect(Object.values(Object(now)).map(Object)).not.toContainEqual(before);
    return Object.values(Object(now))
      .map(Object)
      .find((session) => session.current);
  }
});

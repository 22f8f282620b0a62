/** The responses of the admin API match their description. */
import { routes } from '../admin/access.ts';
import { dataOf } from '../admin/browser.fixture.ts';
import { password, useInstallation } from '../admin/people.fixture.ts';
import { nameOf } from '../admin/route.ts';

const rig = useInstallation();
const byName = new Map(routes.map(([route]) => [nameOf(route), route]));
const described = new Set<string>();

function describedRoute(name: string) {
  const route = byName.get(name);
  if (!route) throw new Error(`there is no route ${name}`);
  described.add(name);
  return route;
}

/** Calls a route as the owner, and compares the body, the status and the data with the description of the route. */
async function call(name: string, ids: Readonly<Record<string, unknown>> = {}, body?: object) {
  const { method, path, body: input, data, status = 200 } = describedRoute(name);
  const reply = await rig().owner.call(
    method.toUpperCase(),
    path.replaceAll(/:(\w+)/g, (_match, id: string) => String(ids[id])),
    body,
  );
  const result = dataOf(reply);
  expect([name, reply.status]).toEqual([name, status]);
  expect([name, data.safeParse(result).error?.issues]).toEqual([name, undefined]);
  expect([name, input?.safeParse(body ?? {}).error?.issues]).toEqual([name, undefined]);
  return result;
}

it('A26 responds on every route of the admin API as the description says', async () => {
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
  expect(describedRoute('POST /share-visits').data.safeParse(dataOf(opened)).error).toBeUndefined();
  await call('DELETE /shares/:shareId', share);

  const input = { name: 'Purchase', type: 'purchase', props: { plan: 'pro', seats: 3 }, valueProp: 'value' };
  const goal = await call('POST /workspaces/:workspaceId/goals', workspace, input);
  await call('POST /workspaces/:workspaceId/goals', workspace, { name: 'Pricing', path: '/pricing/*' });
  await call('GET /workspaces/:workspaceId/goals', workspace);
  await call('DELETE /workspaces/:workspaceId/goals/:goalId', goal);
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
  expect(describedRoute('GET /links').data.safeParse(dataOf(link)).error).toBeUndefined();

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
  expect([...described].toSorted()).toEqual([...byName.keys()].toSorted());

  async function currentSession(before: Readonly<Record<string, unknown>>) {
    const now: unknown = await call('GET /me/sessions');
    expect(Object.values(Object(now)).map(Object)).not.toContainEqual(before);
    return Object.values(Object(now))
      .map(Object)
      .find((session) => session.current);
  }
});

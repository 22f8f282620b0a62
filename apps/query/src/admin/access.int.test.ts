/** Every route of the admin API, called by every kind of caller, compared with the list of routes. */
import { csrfTokenOf } from '@footfall/auth';
import { adminToken, startHost, type TestHost } from '../host.fixture.ts';
import type { Reply } from '../http-client.fixture.ts';
import { type Access, routes } from './access.ts';
import { nameOf } from './route.ts';

const callers = ['nobody', 'token', 'owner', 'admin', 'viewer', 'admin elsewhere', 'member', 'share'] as const;
type Caller = (typeof callers)[number];

let host: TestHost;
let workspaceId: string;
let made = 0;
const personIds: Partial<Record<Caller, string>> = {};
let grant: string;

const invite = async (role: 'owner' | 'admin' | 'viewer' | 'member', where: string | null) => {
  made += 1;
  const { token } = await host.people.createLink({
    kind: 'invitation',
    personId: null,
    email: `person-${made}@example.com`,
    name: null,
    role,
    workspaceId: where,
    issuedBy: null,
  });
  return (await host.people.redeemLink(token, {}, undefined, 'Firefox on Linux')).person.personId;
};

beforeAll(async () => {
  host = await startHost();
  ({ workspaceId } = await host.keyStore.createWorkspace({ name: 'Shop' }));
  const elsewhere = await host.keyStore.createWorkspace({ name: 'Elsewhere' });
  personIds.owner = await invite('owner', null);
  personIds.admin = await invite('admin', workspaceId);
  personIds.viewer = await invite('viewer', workspaceId);
  personIds['admin elsewhere'] = await invite('admin', elsewhere.workspaceId);
  personIds.member = await invite('member', null);
  const { token } = await host.share(workspaceId);
  const visit = await host.send('/admin/v1/share-visits', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  grant = String(Object(Object(visit.json()).data).grant);
});
afterAll(() => host.stop());

/** Returns the credentials of a caller, in a new session. */
async function credentialsOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'token') return { authorization: `Bearer ${adminToken}` };
  if (caller === 'share') return { 'x-share': grant };
  const personId = personIds[caller];
  if (personId === undefined) return {};
  const { token } = await host.people.startSession(personId, 'Firefox on Linux');
  return { cookie: `footfall_session=${token}`, 'x-csrf-token': csrfTokenOf(token) };
}

/** Creates things to be changed and removed, new ones for each call. */
async function freshIds(name: string, caller: Caller): Promise<Record<string, string>> {
  const mayDelete = caller === 'token' || caller === 'owner';
  const target =
    name === 'DELETE /workspaces/:workspaceId' && mayDelete
      ? (await host.keyStore.createWorkspace({ name: 'Doomed' })).workspaceId
      : workspaceId;
  const ids: Record<string, string> = { workspaceId: target };
  if (name.includes(':keyId')) ids['keyId'] = (await host.keyStore.createKey(workspaceId, { type: 'public' })).keyId;
  if (name.includes(':personId')) ids['personId'] = await invite('viewer', workspaceId);
  if (name.includes(':shareId')) {
    const share = await host.share(workspaceId);
    ids['shareId'] = share.shareId;
  }
  if (name.includes(':goalId')) {
    ids['goalId'] = (await host.goals.create(workspaceId, { name: 'Sign-up', type: 'signup' })).goalId;
  }
  if (name.includes(':annotationId')) {
    const note = { date: '2026-03-01', text: 'Launch' };
    ids['annotationId'] = (await host.annotations.create(workspaceId, note)).annotationId;
  }
  if (name.includes(':invitationId')) {
    const input = { kind: 'invitation', personId: null, email: 'jo@example.com', name: null, issuedBy: null } as const;
    ids['invitationId'] = (await host.people.createLink({ ...input, role: 'viewer', workspaceId })).link.linkId;
  }
  if (name.includes(':sessionId')) {
    const personId = personIds[caller] ?? personIds.owner ?? '';
    ids['sessionId'] = (await host.people.startSession(personId, '')).session.sessionId;
  }
  return ids;
}

function bodyOf(name: string): object {
  const bodies: Readonly<Record<string, object>> = {
    'POST /sessions': { token: 'A'.repeat(43) },
    'POST /share-visits': { token: 'A'.repeat(43) },
    'PATCH /me': { name: 'Renamed' },
    'PATCH /people/:personId': { role: 'admin', workspaceId },
    'POST /invitations': { email: 'jo@example.com', role: 'viewer', workspaceId },
    'POST /workspaces': { name: 'New' },
    'PATCH /workspaces/:workspaceId': { name: 'Shop' },
    'POST /workspaces/:workspaceId/keys': { type: 'public' },
    'POST /workspaces/:workspaceId/goals': { name: 'Sign-up', type: 'signup' },
    'POST /workspaces/:workspaceId/annotations': { date: '2026-03-01', text: 'Launch' },
  };
  return bodies[name] ?? {};
}

/** Returns the status that refused a caller. The absence of a link or share is not a refusal. */
function outcomeOf(reply: Reply): number | 'admitted' {
  const { success, error } = Object(reply.json());
  const isAdmitted = success === true || /^This (link|share) /.test(error.message);
  return isAdmitted ? 'admitted' : reply.status;
}

/** Returns the status that refuses a caller; undefined if the route is allowed. */
function refusal(caller: Caller, access: Access): number | undefined {
  if (access === 'public') return undefined;
  if (caller === 'nobody' || caller === 'share') return 401;
  if (caller === 'token') return access === 'person' ? 403 : undefined;
  if (caller === 'owner' || access === 'person' || access === 'signedIn') return undefined;
  if (access === 'owner') return 403;
  if (access.subject === 'any') return caller === 'admin' || caller === 'admin elsewhere' ? undefined : 403;
  if (caller === 'admin elsewhere' || caller === 'member') return 404;
  return caller === 'viewer' && access.role === 'admin' ? 403 : undefined;
}

const whoMay = (access: Access) => (typeof access === 'string' ? access : `${access.role} of ${access.subject}`);

describe.each(routes.map(([route, access]) => ({ name: nameOf(route), route, access })))(
  '$name',
  ({ name, route, access }) => {
    it.each(callers)(`is for ${whoMay(access)}: %s`, async (caller) => {
      const ids = await freshIds(name, caller);
      made += 1;
      const reply = await host.send(`/admin/v1${route.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? '')}`, {
        method: route.method.toUpperCase(),
        headers: {
          'x-forwarded-for': `198.51.${Math.floor(made / 200)}.${made % 200}`,
          'content-type': 'application/json',
          ...(await credentialsOf(caller)),
        },
        ...(route.body && { body: JSON.stringify(bodyOf(name)) }),
      });
      expect(outcomeOf(reply)).toBe(refusal(caller, access) ?? 'admitted');
    });
  },
);

describe('the plan of a workspace', () => {
  const change = async (caller: Caller, body: object) => {
    const headers = { 'content-type': 'application/json', ...(await credentialsOf(caller)) };
    const path = `/admin/v1/workspaces/${workspaceId}`;
    return host.send(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  };
  const error = { code: 'FORBIDDEN', message: 'Only an owner can change the plan' };

  it.each(['token', 'owner', 'admin'] as const)('can be changed only by owners: %s', async (caller) => {
    await host.keyStore.updateWorkspace(workspaceId, { plan: 'free' });
    const reply = await change(caller, { plan: 'enterprise' });
    expect(reply.json()).toMatchObject(
      caller === 'admin' ? { success: false, error } : { data: { plan: 'enterprise' } },
    );
    const { plan } = await host.keyStore.getWorkspace(workspaceId);
    expect(plan).toBe(caller === 'admin' ? 'free' : 'enterprise');
    // A form sends all its fields, changed or not.
    expect((await change('admin', { plan, name: 'Shop' })).status).toBe(200);
  });
});

it('is all of the admin API: other methods and paths do not exist', async () => {
  for (const caller of ['token', 'owner', 'viewer'] as const) {
    const headers = await credentialsOf(caller);
    expect((await host.send('/admin/v1/people', { method: 'PUT', headers })).status).toBe(405);
    expect((await host.get('/admin/v1/persons', headers)).status).toBe(404);
  }
  expect((await host.send('/admin/v1/people', { method: 'PUT' })).status).toBe(401);
  expect((await host.get('/admin/v1/persons')).status).toBe(401);
});

/** Roles: the limits of a viewer and of an admin. */
import { dataOf, errorOf, tokenOf } from './browser.fixture.ts';
import { password, useInstallation } from './people.fixture.ts';

const rig = useInstallation();

describe('roles', () => {
  it('allow a viewer to read and an admin to manage one workspace, and nothing else', async () => {
    const { host, workspaceId, invited } = rig();
    const other = await host.keyStore.createWorkspace({ name: 'Other' });
    const viewer = await invited({ email: 'vic@example.com', role: 'viewer', workspaceId });
    const admin = await invited({ email: 'ada@example.com', role: 'admin', workspaceId });
    for (const browser of [viewer, admin]) {
      expect((await browser.read('probe', workspaceId)).status).toBe(200);
      expect((await browser.read('probe', other.workspaceId)).status).toBe(403);
      expect((await browser.read('probe', 'ws_nowhere0123456789')).status).toBe(403);
      expect((await browser.read('probe', '')).status).toBe(403);
      const shown = Object.values(await browser.data('GET', '/workspaces')).map((each) => Object(each).workspaceId);
      expect(shown).toEqual([workspaceId]);
    }
    const signUp = { name: 'Sign-up', type: 'signup' };
    const { goalId } = await admin.data('POST', `/workspaces/${workspaceId}/goals`, signUp);
    const listed = await viewer.data('GET', `/workspaces/${workspaceId}/goals`);
    expect(listed).toEqual([{ goalId, workspaceId, ...signUp }]);
    expect((await viewer.call('POST', `/workspaces/${workspaceId}/goals`, signUp)).status).toBe(403);
    expect((await viewer.call('DELETE', `/workspaces/${workspaceId}/goals/${String(goalId)}`)).status).toBe(403);
    expect((await admin.call('POST', `/workspaces/${other.workspaceId}/goals`, signUp)).status).toBe(404);
    const launch = { date: '2026-03-01', text: 'Launch' };
    const annotation = await admin.data('POST', `/workspaces/${workspaceId}/annotations`, launch);
    expect(await viewer.data('GET', `/workspaces/${workspaceId}/annotations`)).toEqual([annotation]);
    expect((await viewer.call('POST', `/workspaces/${workspaceId}/annotations`, launch)).status).toBe(403);
    expect((await viewer.call('DELETE', `/annotations/${String(annotation['annotationId'])}`)).status).toBe(403);
    expect((await admin.call('POST', `/workspaces/${other.workspaceId}/annotations`, launch)).status).toBe(404);
    expect((await viewer.call('PATCH', `/workspaces/${workspaceId}`, { name: 'Mine' })).status).toBe(403);
    expect((await admin.call('PATCH', `/workspaces/${workspaceId}`, { name: 'Shop' })).status).toBe(200);
    expect((await admin.call('PATCH', `/workspaces/${other.workspaceId}`, { name: 'Mine' })).status).toBe(404);
  });

  it('show an admin only the people, roles and invitations of own workspaces', async () => {
    const { host, workspaceId, owner, invited, joined } = rig();
    const other = await host.keyStore.createWorkspace({ name: 'Other' });
    await joined('top@example.com');
    const admin = await invited({ email: 'abe@example.com', role: 'admin', workspaceId });
    await invited({ email: 'far@example.com', role: 'viewer', workspaceId: other.workspaceId });
    const link = { email: 'far2@example.com', role: 'viewer', workspaceId: other.workspaceId };
    await owner.data('POST', '/invitations', link);
    const text = JSON.stringify([await admin.data('GET', '/people'), await admin.data('GET', '/invitations')]);
    expect(text).toContain('abe@example.com');
    expect(text).not.toMatch(/far2?@example\.com/);
    expect(text).not.toContain(other.workspaceId);
    const all = Object.values(await owner.data('GET', '/people')).map((each) => Object(each));
    const far = all.find(({ email }) => email === 'far@example.com');
    const grab = await admin.call('PATCH', `/people/${far.personId}`, { role: 'viewer', workspaceId });
    expect(grab.status).toBe(404);
    const top = all.find(({ email }) => email === 'top@example.com');
    for (const role of ['none', 'viewer']) {
      expect((await admin.call('PATCH', `/people/${top.personId}`, { role, workspaceId })).status).toBe(404);
    }
    await owner.data('DELETE', `/people/${top.personId}`);
    expect((await admin.call('PATCH', `/people/${far.personId}`, { role: 'owner' })).status).toBe(403);
  });

  it('cannot be raised by inviting another person’s address', async () => {
    const { workspaceId, owner, newBrowser, invited } = rig();
    const admin = await invited({ email: 'sly@example.com', role: 'admin', workspaceId });
    const { link } = await admin.data('POST', '/invitations', {
      email: 'olive@example.com',
      role: 'viewer',
      workspaceId,
    });
    expect((await newBrowser().signIn({ token: tokenOf(link) })).status).toBe(409);
    expect((await admin.signIn({ token: tokenOf(link) })).status).toBe(409);
    expect((await admin.call('POST', '/invitations', { email: 'x@example.com', role: 'owner' })).status).toBe(403);
    expect((await admin.call('POST', '/links', { email: 'olive@example.com' })).status).toBe(403);
    // The owner of the address can accept it, as the link's page knows.
    const isSignedIn = async (browser: typeof owner) =>
      dataOf(await browser.call('GET', '/links', undefined, { 'x-sign-in-token': tokenOf(link) })).signedIn;
    expect(await Promise.all([newBrowser(), admin, owner].map(isSignedIn))).toEqual([false, false, true]);
    expect((await owner.signIn({ token: tokenOf(link) })).status).toBe(201);
  });

  it('show that the invited address has an account only to issuers who may know it', async () => {
    const { host, workspaceId, owner, invited } = rig();
    const other = await host.keyStore.createWorkspace({ name: 'Other' });
    const admin = await invited({ email: 'uma@example.com', role: 'admin', workspaceId });
    const [here, there, nobody] = ['here@example.com', 'there@example.com', 'nobody@example.com'];
    await invited({ email: here, role: 'viewer', workspaceId });
    await invited({ email: there, role: 'viewer', workspaceId: other.workspaceId });
    const people = Object.values(await owner.data('GET', '/people')).map((each) => Object(each));
    const idOf = (email: string) => people.find((each) => each.email === email).personId;
    const hint = async (issuer: typeof owner, email: string) =>
      (await issuer.data('POST', '/invitations', { email, role: 'admin', workspaceId }))['personId'];
    for (const email of [here, there]) expect(await hint(owner, email)).toBe(idOf(email));
    expect(await hint(owner, nobody)).toBeNull();
    expect(await hint(admin, here)).toBe(idOf(here));
    for (const email of [there, nobody]) expect(await hint(admin, email)).toBeNull();
  });

  it('allow only an owner to change the email address of the account', async () => {
    const { workspaceId, owner, invited } = rig();
    for (const role of ['viewer', 'admin']) {
      const email = `${role}-of-one@example.com`;
      const member = await invited({ email, role, workspaceId });
      const squat = await member.call('PATCH', '/me', { email: 'cto@example.com', name: 'The CTO' });
      expect(errorOf(squat)).toEqual({ code: 'FORBIDDEN', message: expect.stringContaining('Only an owner') });
      const changed = await member.data('PATCH', '/me', { email, name: 'Renamed' });
      expect(changed).toMatchObject({ person: { email, name: 'Renamed' } });
    }
    const email = 'olivia@example.com';
    expect(await owner.data('PATCH', '/me', { email, currentPassword: password })).toMatchObject({ person: { email } });
    await owner.data('PATCH', '/me', { email: 'olive@example.com', currentPassword: password });
  });

  it('do not reach a person who used an address before its owner signed in', async () => {
    const { workspaceId, owner, newBrowser, invited } = rig();
    const admin = await invited({ email: 'shy@example.com', role: 'admin', workspaceId });
    const email = 'ceo@example.com';
    const { link: taken } = await admin.data('POST', '/invitations', { email, role: 'viewer', workspaceId });
    const squatter = newBrowser();
    expect((await squatter.signIn({ token: tokenOf(taken), password })).status).toBe(201);
    const { link: invitation } = await owner.data('POST', '/invitations', { email, role: 'owner' });
    const ceo = newBrowser();
    expect((await ceo.signIn({ token: tokenOf(invitation) })).status).toBe(409);
    const { link } = await owner.data('POST', '/links', { email });
    expect((await ceo.signIn({ token: tokenOf(link) })).status).toBe(201);
    expect((await ceo.signIn({ token: tokenOf(invitation) })).status).toBe(201);
    const { person } = await ceo.data('GET', '/me');
    expect(person).toMatchObject({ email, role: 'owner' });
    expect((await squatter.call('GET', '/me')).status).toBe(401);
    expect((await newBrowser().signIn({ email, password })).status).toBe(401);
    await owner.data('DELETE', `/people/${Object(person).personId}`);
  });

  it('that were removed do not return with an older invitation', async () => {
    const { workspaceId, owner, invited } = rig();
    const email = 'gus@example.com';
    const demoted = await invited({ email, role: 'viewer', workspaceId });
    const { person } = await demoted.data('GET', '/me');
    const { personId } = Object(person);
    const { link } = await owner.data('POST', '/invitations', { email, role: 'admin', workspaceId });
    await owner.data('PATCH', `/people/${personId}`, { role: 'none', workspaceId });
    expect((await demoted.signIn({ token: tokenOf(link) })).status).toBe(401);
    const { link: last } = await owner.data('POST', '/invitations', { email, role: 'admin', workspaceId });
    await owner.data('DELETE', `/people/${personId}`);
    expect((await demoted.signIn({ token: tokenOf(last) })).status).toBe(401);
  });

  it('that were removed do not return with an invitation that their holder issued', async () => {
    const { workspaceId, owner, newBrowser, invited } = rig();
    const invitation = (email: string) => ({ email, role: 'admin', workspaceId });
    const admin = await invited(invitation('fired@example.com'));
    const { person } = await admin.data('GET', '/me');
    const path = `/people/${Object(person).personId}`;
    const issue = async (email: string) => (await admin.data('POST', '/invitations', invitation(email)))['link'];
    const open = async (link: unknown) => (await newBrowser().signIn({ token: tokenOf(link) })).status;
    const [used, asViewer] = [await issue('used@example.com'), await issue('back1@example.com')];
    expect(await open(used)).toBe(201);
    await owner.data('PATCH', path, { role: 'viewer', workspaceId });
    expect(await open(asViewer)).toBe(401);
    await owner.data('PATCH', path, { role: 'admin', workspaceId });
    const removed = await issue('back2@example.com');
    await owner.data('DELETE', path);
    expect(await open(removed)).toBe(401);
  });

  it('always include an owner', async () => {
    const { owner, invited } = rig();
    const { person } = await owner.data('GET', '/me');
    const { personId } = Object(person);
    expect((await owner.call('DELETE', `/people/${personId}`)).status).toBe(409);
    expect((await owner.call('PATCH', `/people/${personId}`, { role: 'member' })).status).toBe(409);
    const second = await invited({ email: 'co@example.com', role: 'owner' });
    expect((await second.call('PATCH', `/people/${personId}`, { role: 'member' })).status).toBe(200);
    expect((await owner.call('GET', '/people')).status).toBe(403);
    expect((await second.call('PATCH', `/people/${personId}`, { role: 'owner' })).status).toBe(200);
    const { person: removed } = await second.data('GET', '/me');
    await owner.data('DELETE', `/people/${Object(removed).personId}`);
    expect((await second.call('GET', '/me')).status).toBe(401);
  });
});

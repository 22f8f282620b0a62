/** The first owner of an installation, which each of these tests starts without anyone. */
import { dataOf, errorOf } from '../browser.fixture.ts';
import { type Installation, password, startInstallation } from '../people.fixture.ts';

describe('the first owner', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await startInstallation({ hasOwner: false });
  });
  afterEach(() => installation.host.stop());

  it('is created by the link of the first start, whose purpose can be read without using it', async () => {
    const { host, workspaceId, owner, newLink } = installation;
    const token = await newLink();
    const look = await owner.call('GET', '/links', undefined, { 'x-sign-in-token': token });
    expect(dataOf(look)).toEqual({
      kind: 'owner',
      email: null,
      name: null,
      role: 'owner',
      workspaceName: null,
      signedIn: false,
      expiresAt: new Date(host.now() + 86_400_000).toISOString(),
    });
    expect((await owner.signIn({ token, password })).status).toBe(400);
    const reply = await owner.signIn({ token });
    expect(reply.status).toBe(201);
    expect(dataOf(reply)).toEqual({
      person: {
        personId: expect.stringMatching(/^per_/),
        email: null,
        name: 'Owner',
        role: 'owner',
        hasPassword: false,
      },
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      workspaces: [{ workspaceId: workspaceId, name: 'Shop', domain: null, timezone: null, role: 'owner' }],
      instance: { version: expect.stringMatching(/^\d+\.\d+/), ingestUrl: 'http://127.0.0.1:4001' },
    });
    expect(dataOf(await owner.call('GET', '/me'))).toEqual(dataOf(reply));
  });

  it('needs an email address to set a password; one that is refused uses up no link and ends no session', async () => {
    const { owner, newBrowser, newLink } = installation;
    await owner.signIn({ token: await newLink() });
    const other = newBrowser();
    const token = await newLink();
    const refused = [await other.signIn({ token, password })];
    expect((await other.signIn({ token })).status).toBe(201);
    refused.push(await owner.call('PATCH', '/me', { password }));
    for (const reply of refused) {
      expect(errorOf(reply)).toEqual({ code: 'BAD_REQUEST', message: 'email is required with a password' });
    }
    expect((await other.call('GET', '/me')).status).toBe(200);
    await owner.data('PATCH', '/me', { name: 'Olive', email: 'olive@example.com', password });
    expect((await other.call('GET', '/me')).status).toBe(401);
  });

  it('is signed in again by a link created on the machine', async () => {
    const { owner, newBrowser, newLink } = installation;
    await owner.signIn({ token: await newLink(), name: 'Olive' });
    const again = newBrowser();
    expect(dataOf(await again.signIn({ token: await newLink() })).person).toMatchObject({ name: 'Olive' });
  });
});

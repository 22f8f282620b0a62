/** `footfall sign-in` and `footfall people`, next to the whole product. */
import { withProduct } from '../product.fixture.ts';

const linkPattern = /^https:\/\/footfall\.example\/sign-in#([\w-]{43})$/;

const rig = withProduct();
const footfall = (args: string) => rig.footfall(args, { API_URL: 'https://footfall.example/' });

/** Returns the token of the link that a command prints. */
async function tokenOf(args: string): Promise<string> {
  const { status, stdout, stderr } = await footfall(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [link = '', , rest] = stdout.split('\n');
  expect(link).toMatch(linkPattern);
  expect(rest).toMatch(/^The link works once, until \d{4}-/);
  return linkPattern.exec(link)?.[1] ?? '';
}

function signIn(body: object): Promise<Response> {
  return fetch(`${rig.product.apiUrl}/admin/v1/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('prints a sign-in link for the first owner, which replaces the link of the first start', async () => {
  const { workspaceId } = rig.product.credentials;
  const invitation = await tokenOf(`people invite vic@example.com --role admin --workspace ${workspaceId}`);
  expect((await signIn({ token: invitation, name: 'Vic' })).status).toBe(201);
  // People of a workspace are not owners.
  const first = await rig.product.createOwnerToken();
  const token = await tokenOf('sign-in');
  expect((await signIn({ token: first })).status).toBe(401);
  const reply = await signIn({ token, name: 'Olive', email: 'olive@example.com' });
  expect(reply.status).toBe(201);
  expect(reply.headers.get('set-cookie')).toMatch(/^footfall_session=/);
  expect(await rig.product.createOwnerToken()).toBeUndefined();
  // There is an owner now, so further links sign that owner in.
  const { link } = JSON.parse((await footfall('sign-in --json')).stdout);
  const again = await signIn({ token: linkPattern.exec(link)?.[1] });
  expect(await again.json()).toMatchObject({ data: { person: { name: 'Olive', role: 'owner' } } });
  expect((await footfall('people remove vic@example.com --yes')).status).toBe(0);
});

it('invites, lists and removes people', async () => {
  const { workspaceId } = rig.product.credentials;
  const token = await tokenOf(`people invite jo@example.com --role viewer --workspace ${workspaceId} --name Jo`);
  expect((await signIn({ token })).status).toBe(201);
  const list = (await footfall('people list')).stdout;
  expect(list).toMatch(/per_\w+ +olive@example\.com +Olive +owner +\d{4}-/);
  expect(list).toMatch(new RegExp(`per_\\w+ +jo@example\\.com +Jo +viewer of ${workspaceId} +\\d{4}-`));
  const [, jo] = JSON.parse((await footfall('people list --json')).stdout);
  expect(jo).toMatchObject({ email: 'jo@example.com', workspaces: [{ workspaceId, role: 'viewer' }] });
  expect((await footfall('sign-in')).stdout).not.toContain('all other sessions');
  expect((await footfall('sign-in --email jo@example.com')).stdout).toContain(
    '\nWhen it is opened, all other sessions of jo@example.com end, and so does their password.\n',
  );
  const link = await tokenOf('sign-in --email jo@example.com');
  expect(await (await signIn({ token: link })).json()).toMatchObject({ data: { person: { name: 'Jo' } } });
  expect((await footfall('people remove Jo@example.com --yes')).stdout).toBe('jo@example.com is removed\n');
  expect((await footfall('people list')).stdout).not.toContain('jo@example.com');
});

it('shows open invitations, one for an address and a workspace, and revokes them with the address', async () => {
  const { workspaceId } = rig.product.credentials;
  const invite = (rest: string) => tokenOf(`people invite ann@example.com ${rest}`);
  const first = await invite(`--workspace ${workspaceId}`);
  const second = await invite(`--workspace ${workspaceId} --role admin --name Ann`);
  const third = await invite('--role owner');
  expect((await signIn({ token: first })).status).toBe(401);
  const list = (await footfall('people list')).stdout;
  expect(list.match(/ann@example\.com/g)).toHaveLength(2);
  expect(list).toMatch(new RegExp(`lnk_\\w+ +ann@example\\.com +Ann +admin of ${workspaceId} +invited, until \\d{4}-`));
  const { stdout } = await footfall('people remove Ann@example.com --yes');
  expect(stdout).toContain(`The invitation of ann@example.com as admin of ${workspaceId} is revoked\n`);
  expect(stdout).toContain('The invitation of ann@example.com as owner is revoked\n');
  for (const token of [second, third]) expect((await signIn({ token })).status).toBe(401);
});

it('says that an invited address has an account', async () => {
  const invite = async (email: string) => (await footfall(`people invite ${email} --role owner`)).stdout;
  expect(await invite('ed@example.com')).not.toContain('account');
  const { stdout } = await footfall('people remove ed@example.com --yes');
  expect(stdout).toBe('The invitation of ed@example.com as owner is revoked\n');
  const again = await invite('olive@example.com');
  expect(again).toContain('\nThere is an account with this address: sign in to it first, then open the link.\n');
  expect(again).toContain('`footfall sign-in --email olive@example.com`');
});

it('shows who issued an invitation, and revokes those of an issuer who is removed', async () => {
  const reply = await signIn({ token: await tokenOf('people invite cy@example.com --role owner') });
  const { csrfToken } = Object(await reply.json()).data;
  const issued = await fetch(`${rig.product.apiUrl}/admin/v1/invitations`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-CSRF-Token': csrfToken,
      Cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
    },
    body: JSON.stringify({ email: 'di@example.com', role: 'owner' }),
  });
  const token = new URL(Object(await issued.json()).data.link).hash.slice(1);
  expect((await footfall('people list')).stdout).toMatch(
    /lnk_\w+ +di@example\.com +owner +invited by cy@example\.com, until \d{4}-/,
  );
  expect((await footfall('people remove cy@example.com --yes')).stdout).toContain(
    'The invitation of di@example.com as owner is revoked\n',
  );
  expect((await footfall('people list')).stdout).not.toContain('di@example.com');
  expect((await signIn({ token })).status).toBe(401);
});

it('revokes the open invitations of a person who is removed', async () => {
  const { workspaceId } = rig.product.credentials;
  expect((await signIn({ token: await tokenOf('people invite bo@example.com --role owner') })).status).toBe(201);
  const invited = JSON.parse((await footfall(`people invite bo@example.com --workspace ${workspaceId} --json`)).stdout);
  const [, token] = linkPattern.exec(invited.link) ?? [];
  const removed = JSON.parse((await footfall('people remove bo@example.com --yes --json')).stdout);
  expect(removed).toEqual({
    personId: expect.stringMatching(/^per_/),
    removed: true,
    revokedInvitations: [expect.stringMatching(/^lnk_/)],
  });
  expect((await signIn({ token })).status).toBe(401);
});

it.each([
  ['people invite jo --role owner', 'email must be an email address'],
  ['people invite jo@example.com --role viewer', '--workspace is required with --role viewer'],
  ['people invite jo@example.com --role owner --workspace ws_1', '--workspace cannot be used with --role owner'],
  ['people invite jo@example.com --role viewer --workspace ws_00000000000000000000', 'No such workspace'],
  ['people remove nobody@example.com --yes', 'no person has the ID or email address "nobody@example.com"'],
  ['people remove olive@example.com --yes', 'This is the last owner'],
  ['sign-in --email nobody@example.com', 'No such person'],
])('prints one line that says why %s fails', async (args, words) => {
  const { status, stdout, stderr } = await footfall(args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^Error: ${words}.*\n$`));
});

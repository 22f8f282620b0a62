/** People at two query processes: a session of one is valid at the other, and a change at one takes effect at the other. */
import { responseFrom } from '@footfall/test-servers';
import { administer } from '../admin.ts';
import type { Cluster } from './cluster.ts';
import type { Member } from './member.ts';
import { expectEventually } from '../expect-eventually.ts';
import { Person } from './person.ts';

/** The number of requests after a first refusal, all of which must be refused. */
const attemptsAfter = 20;

/** Registers the tests. */
export function peopleSuite(clusterOf: () => Cluster): void {
  let first: Member;
  let second: Member;
  let workspaceId: string;
  const owner = new Person();
  let made = 0;

  const link = async (): Promise<unknown> => Object(await administer(first.url, 'POST', '/links', {})).link;
  /** Creates a person who was invited to the workspace and has accepted, both at the first process. */
  const invited = async (role: string): Promise<Person> => {
    made += 1;
    const invitation = { email: `person-${made}@example.com`, role, workspaceId };
    const person = new Person();
    const { link: invitationLink } = await owner.data(first.url, 'POST', '/invitations', invitation);
    expect(await person.open(first.url, invitationLink)).toBe(201);
    return person;
  };
  const idOf = async (person: Person) => Object((await person.data(first.url, 'GET', '/me'))['person']).personId;

  beforeAll(async () => {
    [first, second] = pairOf(clusterOf().queries);
    ({ workspaceId } = clusterOf().workspace);
    expect(await owner.open(first.url, await link())).toBe(201);
  });

  it('a person who signs in at one query process can read at the other', async () => {
    const viewer = await invited('viewer');
    for (const person of [owner, viewer]) {
      expect(await person.read(second.url, workspaceId)).toBe(200);
      expect((await person.call(second.url, 'GET', '/me')).status).toBe(200);
    }
  });

  it('a person who is invited at one query process can accept at the other, and read the workspace at both', async () => {
    const invitation = { email: 'across@example.com', role: 'viewer', workspaceId };
    const { link: invitationLink } = await owner.data(first.url, 'POST', '/invitations', invitation);
    const person = new Person();
    expect(await person.open(second.url, invitationLink)).toBe(201);
    for (const { url } of [first, second]) expect(await person.read(url, workspaceId)).toBe(200);
  });

  it('a one-time link that is opened at both query processes at once signs in one person', async () => {
    const opened = await link();
    const statuses = await Promise.all([first, second, first, second].map(({ url }) => new Person().open(url, opened)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  });

  it.each([
    ['a session that is signed out of', 401, async (viewer: Person) => viewer.data(first.url, 'DELETE', '/me/session')],
    [
      'all sessions of a person who signs out everywhere',
      401,
      async (viewer: Person) => viewer.data(first.url, 'DELETE', '/me/sessions'),
    ],
    [
      'a session that is ended in the list',
      401,
      async (viewer: Person) => {
        const [listed] = Object.values(await viewer.data(first.url, 'GET', '/me/sessions'));
        await viewer.data(first.url, 'DELETE', `/me/sessions/${Object(listed).sessionId}`);
      },
    ],
    [
      'a person who is removed',
      401,
      async (viewer: Person) => owner.data(first.url, 'DELETE', `/people/${await idOf(viewer)}`),
    ],
    [
      'a role that is removed',
      403,
      async (viewer: Person) =>
        owner.data(first.url, 'PATCH', `/people/${await idOf(viewer)}`, { role: 'none', workspaceId }),
    ],
  ] as const)('%s at one query process is soon refused by the other, permanently', async (_, status, end) => {
    const viewer = await invited('viewer');
    const stolen = viewer.copy();
    const read = () => stolen.read(second.url, workspaceId);
    // Right after unknown sessions, one whose notification is late or lost is unknown for a second.
    await expectEventually(read, 200);
    await end(viewer);
    await expectRefused(read, status);
  });

  it('an admin who becomes a viewer at one query process soon cannot change anything at the other', async () => {
    const admin = await invited('admin');
    const rename = async () =>
      (await admin.call(second.url, 'PATCH', `/workspaces/${workspaceId}`, { name: 'Test' })).status;
    await expectEventually(rename, 200);
    await owner.data(first.url, 'PATCH', `/people/${await idOf(admin)}`, { role: 'viewer', workspaceId });
    await expectRefused(rename, 403);
    expect(await admin.read(second.url, workspaceId)).toBe(200);
  });

  it('a change of the allowed origins soon takes effect at every ingest process', async () => {
    const site = await owner.data(first.url, 'POST', '/workspaces', { name: 'Site', domain: 'a.example' });
    const path = `/workspaces/${String(site['workspaceId'])}`;
    const { key } = await owner.data(second.url, 'POST', `${path}/keys`, { type: 'public' });
    const statuses = (host: string) =>
      Promise.all(clusterOf().ingestUrls.map((url) => sendFrom(url, String(key), host)));
    expect(await statuses('www.a.example')).toEqual([202, 202]);
    await owner.data(first.url, 'PATCH', path, { domain: 'b.example' });
    await expectEventually(() => statuses('www.a.example'), [403, 403]);
    expect(await statuses('www.b.example')).toEqual([202, 202]);
    await owner.data(second.url, 'DELETE', path);
    await expectEventually(() => statuses('www.b.example'), [401, 401]);
  });

  it('a share that is revoked at one query process is soon refused by the other, as are its grants', async () => {
    const share = await owner.data(first.url, 'POST', `/workspaces/${workspaceId}/shares`, {});
    const token = new URL(String(share['url'])).pathname.replace('/share/', '');
    const visitor = new Person();
    const visit = async () => (await visitor.call(second.url, 'POST', '/share-visits', { token })).status;
    const { grant } = await visitor.data(second.url, 'POST', '/share-visits', { token });
    const read = () => visitor.read(second.url, '', { 'x-share': String(grant) });
    expect([await visit(), await read()]).toEqual([201, 200]);
    await owner.data(first.url, 'DELETE', `/shares/${String(share['shareId'])}`);
    await expectRefused(read, 401);
    expect(await visit()).toBe(401);
  });
}

/** Resolves once `read` is refused with `status`; rejects if a later request is accepted. */
async function expectRefused(read: () => Promise<number>, status: number): Promise<void> {
  await expectEventually(read, status);
  for (let attempt = 0; attempt < attemptsAfter; attempt += 1) expect(await read()).toBe(status);
}

/** Resolves with the status of a page view sent by a page of `host`. */
async function sendFrom(ingestUrl: string, key: string, host: string): Promise<number> {
  const response = await responseFrom(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      origin: `https://${host}`,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
    body: JSON.stringify({ type: '$pageview', url: `https://${host}/` }),
  });
  await response.body?.cancel();
  return response.status;
}

function pairOf(members: readonly Member[]): [Member, Member] {
  const [first, second] = members;
  if (!first || !second) throw new Error('there are no two');
  return [first, second];
}

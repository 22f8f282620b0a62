/** Signing in, sessions, people and what they may do: each attack on them, refused. */
import { listen, type Listener, serverLimits } from '@footfall/http';
import { Registry } from '@footfall/process';
import { SessionKeeper } from '@footfall/auth';
import { createPeopleStore } from '@footfall/warehouse';
import { createQueryApp, type QueryApp } from '../app.ts';
import { startHost, type TestHost } from '../host.fixture.ts';
import { type Reply, send } from '../http-client.fixture.ts';
import { gatedQuery } from '../answers/gated-query.fixture.ts';
import { type Browser, openBrowser, tokenOf } from './people.fixture.ts';

const adminToken = 'a-token-for-tests';
const password = 'correct horse battery';
const probe = gatedQuery('probe');
probe.open();

let host: TestHost;
let workspaceId: string;
let owner: ReturnType<typeof openBrowser>;
let addresses = 0;
/** Each from an address of its own, so that no limit is met by accident. */
const newBrowser = (cookie?: string) => openBrowser(host.url, `203.0.113.${(addresses += 1)}`, cookie);
const operator = (method: string, path: string, body?: object) =>
  host.send(`/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const dataOf = (reply: Reply) => Object(Object(reply.json()).data);
const errorOf = (reply: Reply) => Object(Object(reply.json()).error);
const newLink = async () => tokenOf(dataOf(await operator('POST', '/links', {})).link);
/** A person who was invited and has accepted. */
const invited = async (invitation: object, profile: object = {}) => {
  const { link } = await owner.data('POST', '/invitations', invitation);
  const browser = newBrowser();
  expect((await browser.signIn({ token: tokenOf(link), ...profile })).status).toBe(201);
  return browser;
};

beforeAll(async () => {
  host = await startHost({ adminToken, queries: [probe.query], trustProxy: '1' });
  ({ workspaceId } = await host.keyStore.createWorkspace({ name: 'Shop' }));
  owner = newBrowser();
});
afterAll(() => host.stop());

describe('the first owner', () => {
  it('is made by the link of the first start, which says what it is for without being used up', async () => {
    const token = await newLink();
    const look = await owner.call('GET', '/links', undefined, { 'x-sign-in-token': token });
    expect(dataOf(look)).toEqual({
      kind: 'owner',
      email: null,
      name: null,
      role: 'owner',
      workspaceName: null,
      expiresAt: new Date(host.now() + 86_400_000).toISOString(),
    });
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
      workspaces: [{ workspaceId, name: 'Shop', domain: null, timezone: null, role: 'owner' }],
      instance: { version: expect.stringMatching(/^\d+\.\d+/), ingestUrl: 'http://127.0.0.1:4001' },
    });
    expect(dataOf(await owner.call('GET', '/me'))).toEqual(dataOf(reply));
    await owner.data('PATCH', '/me', { name: 'Olive', email: 'olive@example.com', password });
  });

  it('is signed in again by a link that whoever has the machine can make', async () => {
    const again = newBrowser();
    expect(dataOf(await again.signIn({ token: await newLink() })).person).toMatchObject({ name: 'Olive' });
  });

  it('reads with the cookie and X-Workspace, and no plan counts it', async () => {
    const reply = await owner.read('probe', workspaceId);
    expect({ status: reply.status, body: reply.json() }).toMatchObject({ status: 200, body: { workspaceId } });
    expect(reply.headers['x-ratelimit-limit']).toBe('1200');
    expect(reply.headers.vary).toBe('Accept-Encoding, Authorization, X-API-Key, Cookie, X-Workspace, X-Share');
  });
});

describe('one-time links', () => {
  it('work once, and once only when they are used at the same moment', async () => {
    const used = await newLink();
    await newBrowser().signIn({ token: used });
    const again = await newBrowser().signIn({ token: used });
    expect(again.status).toBe(401);
    const token = await newLink();
    const replies = await Promise.all(Array.from({ length: 8 }, () => newBrowser().signIn({ token })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it('have one answer whether used, expired, unknown or malformed', async () => {
    const expired = await newLink();
    host.passSeconds(86_400);
    const messages = new Set<string>();
    for (const token of [expired, 'A'.repeat(43), 'nonsense', '']) {
      const reply = await newBrowser().signIn({ token });
      expect(reply.status).toBe(401);
      messages.add(errorOf(reply).message);
    }
    expect(messages.size).toBe(1);
  });
});

describe('passwords', () => {
  it('sign in, and a wrong one and an unknown account have the same answer', async () => {
    expect((await newBrowser().signIn({ email: 'Olive@Example.com', password })).status).toBe(201);
    const wrong = await newBrowser().signIn({ email: 'olive@example.com', password: 'wrong' });
    const unknown = await newBrowser().signIn({ email: 'nobody@example.com', password: 'wrong' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json()).toEqual(unknown.json());
  });
});

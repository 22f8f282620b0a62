/** People for tests: an installation with an owner, and as many browsers as a test needs. */
import { randomBytes, scryptSync } from 'node:crypto';
import { asShared } from '@footfall/test-servers';
import { openStores } from '@footfall/warehouse';
import { type GatedQuery, gatedQuery } from '../responses/gated-query.fixture.ts';
import type { QueryAppDeps } from '../app.ts';
import { adminToken, startHost, type TestHost } from '../host.fixture.ts';
import type { Reply } from '../http-client.fixture.ts';
import { dataOf, openBrowser, tokenOf } from './browser.fixture.ts';

export const password = 'correct horse battery';

type OpenedBrowser = ReturnType<typeof openBrowser>;

export interface Installation {
  host: TestHost;
  /** The only query. */
  probe: GatedQuery;
  workspaceId: string;
  /** The browser of Olive, olive@example.com, signed in with the password. */
  owner: OpenedBrowser;
  /** Opens a browser with an address of its own, so that no limit is reached by accident. */
  newBrowser: (cookie?: string) => OpenedBrowser;
  operator: (method: string, path: string, body?: object) => Promise<Reply>;
  /** Resolves with the token of a new sign-in link for the owner. */
  newLink: () => Promise<string>;
  /** Resolves with the browser of a person who was invited and has accepted. */
  invited: (invitation: object, profile?: object) => Promise<OpenedBrowser>;
  /** Resolves with the browser of another owner who has the password, by a hash that takes no time to check: each has its own cost. */
  joined: (email: string) => Promise<OpenedBrowser>;
  /** Visits a share as a stranger who has its link. */
  visit: (share: Readonly<Record<string, unknown>>, given?: object) => Promise<Reply>;
  /** Resolves with the grant of such a visit. */
  grantOf: (share: Readonly<Record<string, unknown>>, given?: object) => Promise<string>;
  /** Resolves with the URL of another query app over the same engines, with caches of its own. */
  startAnother: (deps?: Partial<QueryAppDeps>) => Promise<string>;
}

/** Starts an installation before the tests of a file and stops it after them; returns a function that returns it. */
export function useInstallation(): () => Installation {
  let installation: Installation | undefined;
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterAll(() => installation?.host.stop());
  return () => {
    if (!installation) throw new Error('the installation is there once the tests run');
    return installation;
  };
}

/** Starts a query app that serves only `probe`, with a workspace and, by default, its owner. */
export async function startInstallation({ hasOwner = true } = {}): Promise<Installation> {
  const probe = gatedQuery('probe');
  probe.open();
  const host = await startHost([probe.query]);
  const { workspaceId } = await host.keyStore.createWorkspace({ name: 'Shop' });
  let addresses = 0;
  const newBrowser = (cookie?: string) => {
    addresses += 1;
    return openBrowser(host.url, `203.0.${112 + Math.floor(addresses / 250)}.${addresses % 250}`, cookie);
  };
  const operator = (method: string, path: string, body?: object) =>
    host.send(`/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const newLink = async () => tokenOf(dataOf(await operator('POST', '/links', {})).link);
  const visit: Installation['visit'] = (share, given = {}) => {
    const token = new URL(String(share['url'])).pathname.replace('/share/', '');
    return newBrowser().call('POST', '/share-visits', { token, ...given });
  };
  const owner = newBrowser();
  const invited: Installation['invited'] = async (invitation, profile = {}) => {
    const { link } = await owner.data('POST', '/invitations', invitation);
    const browser = newBrowser();
    expect((await browser.signIn({ token: tokenOf(link), ...profile })).status).toBe(201);
    return browser;
  };
  if (hasOwner) await owner.signIn({ token: await newLink(), name: 'Olive', email: 'olive@example.com', password });
  return {
    host,
    probe,
    workspaceId,
    owner,
    newBrowser,
    operator,
    newLink,
    visit,
    invited,
    async joined(email) {
      const browser = await invited({ email, role: 'owner' });
      const { person } = dataOf(await browser.call('GET', '/me'));
      await host.people.updatePerson(person.personId, { passwordHash: quickHash() });
      const { link } = await browser.data('POST', '/links', {});
      // From now on it is known to the account.
      expect((await browser.signIn({ token: tokenOf(link) })).status).toBe(201);
      return browser;
    },
    async grantOf(share, given) {
      const reply = await visit(share, given);
      expect(reply.status).toBe(201);
      return String(dataOf(reply).grant);
    },
    startAnother: (deps) => host.startAnother({ ...openStores(asShared(host.warehouse), host.now), ...deps }),
  };
}

/** Returns a hash of `password` that takes no time to check. */
export function quickHash(): string {
  const [logN, r, p] = [4, 8, 1];
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 2 ** logN, r, p });
  return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

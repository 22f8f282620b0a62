/** People for tests: an installation with an owner, and browsers that keep their cookie and CSRF token and send what a page of the dashboard would. */
import { gatedQuery } from '../answers/gated-query.fixture.ts';
import { startHost, type TestHost } from '../host.fixture.ts';
import { type Reply, send, type Sent } from '../http-client.fixture.ts';

export interface Browser {
  /** The value of the session's cookie. */
  cookie(): string | undefined;
  /** Sends the cookie and, with a change, the CSRF token. */
  call(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** The answer's `data`; throws for anything but a success. */
  data(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Signs in with what `POST /sessions` takes. */
  signIn(given: object): Promise<Reply>;
  /** Asks the analytics API about a workspace. */
  read(path: string, workspaceId: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
}

/** Without `url` a call goes to the first of the servers; `at` chooses another for the same browser. */
export function openBrowser(
  url: string,
  address = '203.0.113.1',
  cookie?: string,
): Browser & { at(url: string): Browser } {
  const jar = { cookie, csrf: '' };
  const at = (base: string): Browser => {
    const headers = (): Record<string, string> => ({
      'x-forwarded-for': address,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      ...(jar.cookie === undefined ? {} : { cookie: `footfall_session=${jar.cookie}` }),
    });
    const call: Browser['call'] = async (method, path, body, further = {}) => {
      const sent: Sent = {
        method,
        headers: {
          ...headers(),
          ...(method === 'GET' ? {} : { 'x-csrf-token': jar.csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...further,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const reply = await send(base, `/admin/v1${path}`, sent);
      const [, value] = /^footfall_session=([^;]*)/.exec(reply.headers['set-cookie']?.[0] ?? '') ?? [];
      if (value !== undefined) jar.cookie = value === '' ? undefined : value;
      const { csrfToken } = Object(Object(reply.body.length > 0 ? reply.json() : {}).data);
      if (typeof csrfToken === 'string') jar.csrf = csrfToken;
      return reply;
    };
    return {
      cookie: () => jar.cookie,
      call,
      async data(method, path, body) {
        const reply = await call(method, path, body);
        const { success, data } = Object(reply.json());
        if (success !== true) throw new Error(`${method} ${path}: ${reply.body.toString()}`);
        return data;
      },
      signIn: (given) => call('POST', '/sessions', given),
      read: (path, workspaceId, further = {}) =>
        send(base, `/api/v1/analytics/${path}`, {
          headers: { ...headers(), 'x-workspace': workspaceId, ...further },
        }),
    };
  };
  return { ...at(url), at };
}

/** The token in the fragment of a link. */
export function tokenOf(link: unknown): string {
  return new URL(String(link)).hash.slice(1);
}

export const adminToken = 'a-token-for-tests';
export const password = 'correct horse battery';

/** The `data` of an answer. */
export const dataOf = (reply: Reply) => Object(Object(reply.json()).data);
export const errorOf = (reply: Reply) => Object(Object(reply.json()).error);

type OpenedBrowser = ReturnType<typeof openBrowser>;

export interface Installation {
  host: TestHost;
  workspaceId: string;
  /** Signed in: Olive, olive@example.com, with the password. */
  owner: OpenedBrowser;
  /** Each from an address of its own, so that no limit is met by accident. */
  newBrowser: (cookie?: string) => OpenedBrowser;
  operator: (method: string, path: string, body?: object) => Promise<Reply>;
  /** The token of a new sign-in link: for the owner. */
  newLink: () => Promise<string>;
  /** A person who was invited and has accepted. */
  invited: (invitation: object, profile?: object) => Promise<OpenedBrowser>;
  /** The owner signs in again. */
  returnOwner: () => Promise<void>;
}

/** A query app that answers `probe` alone, with a workspace and, unless it says otherwise, its owner. */
export async function startInstallation({ hasOwner = true } = {}): Promise<Installation> {
  const probe = gatedQuery('probe');
  probe.open();
  const host = await startHost({ adminToken, queries: [probe.query], trustProxy: '1' });
  const { workspaceId } = await host.keyStore.createWorkspace({ name: 'Shop' });
  let addresses = 0;
  const newBrowser = (cookie?: string) => {
    addresses += 1;
    return openBrowser(host.url, `203.0.113.${addresses}`, cookie);
  };
  const operator = (method: string, path: string, body?: object) =>
    host.send(`/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const newLink = async () => tokenOf(dataOf(await operator('POST', '/links', {})).link);
  const owner = newBrowser();
  if (hasOwner) await owner.signIn({ token: await newLink(), name: 'Olive', email: 'olive@example.com', password });
  return {
    host,
    workspaceId,
    owner,
    newBrowser,
    operator,
    newLink,
    async invited(invitation, profile = {}) {
      const { link } = await owner.data('POST', '/invitations', invitation);
      const browser = newBrowser();
      expect((await browser.signIn({ token: tokenOf(link), ...profile })).status).toBe(201);
      return browser;
    },
    async returnOwner() {
      await owner.signIn({ token: await newLink() });
    },
  };
}

/** Browsers for tests: each keeps its cookies and CSRF token, and sends the requests of a dashboard page. */
import { type Reply, send, type Sent } from '../http-client.fixture.ts';

const sessionCookie = 'footfall_session';

export interface Browser {
  /** The value of the session's cookie. */
  cookie(): string | undefined;
  /** Sends its cookies and, with a change, the CSRF token. */
  call(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Returns the response's `data`; throws unless it is a success. */
  data(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Signs in with the body of `POST /sessions`. */
  signIn(given: object): Promise<Reply>;
  /** Requests figures of a workspace from the analytics API. */
  read(path: string, workspaceId: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
}

/** Opens a browser. Without `url` a call goes to the first of the servers; `at` chooses another for the same browser. */
export function openBrowser(
  url: string,
  address = '203.0.113.1',
  cookie?: string,
): Browser & { at(url: string): Browser } {
  const jar = new Map(cookie === undefined ? [] : [[sessionCookie, cookie]]);
  let csrf = '';
  const at = (base: string): Browser => {
    const headers = (): Record<string, string> => ({
      'x-forwarded-for': address,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      ...(jar.size === 0 ? {} : { cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ') }),
    });
    const call: Browser['call'] = async (method, path, body, further = {}) => {
      const sent: Sent = {
        method,
        headers: {
          ...headers(),
          ...(method === 'GET' ? {} : { 'x-csrf-token': csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...further,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const reply = await send(base, `/admin/v1${path}`, sent);
      for (const set of reply.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      const { csrfToken } = Object(Object(reply.body.length > 0 ? reply.json() : {}).data);
      if (typeof csrfToken === 'string') csrf = csrfToken;
      return reply;
    };
    return {
      cookie: () => jar.get(sessionCookie),
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

/** Returns the token in the fragment of a link. */
export function tokenOf(link: unknown): string {
  return new URL(String(link)).hash.slice(1);
}

/** Returns the `data` of a response. */
export const dataOf = (reply: Reply) => Object(Object(reply.json()).data);
export const errorOf = (reply: Reply) => Object(Object(reply.json()).error);

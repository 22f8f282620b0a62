/** Somebody in a browser: keeps the cookies and the CSRF token of whichever query process answers. */
import { answered } from './patience.ts';

interface Reply {
  status: number;
  /** The answer's `data`; undefined for an error. */
  data: Record<string, unknown>;
}

let people = 0;

/** From an address of their own, where the product trusts the proxy that the tests are. */
export class Person {
  readonly #address = `198.51.100.${(people += 1)}`;
  readonly #cookies: Map<string, string>;
  #csrfToken = '';

  constructor(cookies: ReadonlyMap<string, string> = new Map()) {
    this.#cookies = new Map(cookies);
  }

  /** Another browser with the same cookies, such as that of a thief. */
  copy(): Person {
    return new Person(this.#cookies);
  }

  /** Calls the admin API at `url`, as a page of the dashboard does. */
  async call(url: string, method: string, path: string, body?: object): Promise<Reply> {
    const response = await answered(`${url}/admin/v1${path}`, {
      method,
      headers: {
        ...this.#headers(),
        ...(method !== 'GET' && { 'x-csrf-token': this.#csrfToken }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const data: unknown = Object(await response.json()).data;
    const shown: Record<string, unknown> = Object(data);
    if (typeof shown['csrfToken'] === 'string') this.#csrfToken = shown['csrfToken'];
    return { status: response.status, data: shown };
  }

  /** The `data` of a call; rejects unless it succeeds. */
  async data(url: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const { status, data } = await this.call(url, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
    return data;
  }

  /** Signs in with the token in the fragment of a one-time link; returns the status. */
  async open(url: string, link: unknown): Promise<number> {
    return (await this.call(url, 'POST', '/sessions', { token: new URL(String(link)).hash.slice(1) })).status;
  }

  /** The status of an analytics request about a workspace. */
  async read(url: string, workspaceId: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const response = await answered(`${url}/api/v1/analytics/realtime`, {
      headers: { ...this.#headers(), 'x-workspace': workspaceId, ...headers },
    });
    await response.body?.cancel();
    return response.status;
  }

  #headers(): Record<string, string> {
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ');
    return { 'x-forwarded-for': this.#address, ...(cookie !== '' && { cookie }) };
  }
}

/** A person with a browser, which keeps the cookies and the CSRF token of any query process. */
import { responseFrom } from '@footfall/test-servers';

interface Reply {
  status: number;
  /** The response's `data`; undefined for an error. */
  data: Record<string, unknown>;
}

let people = 0;

/** Each person has a different address, which the product believes because it trusts the tests as a proxy. */
export class Person {
  readonly #address = `198.51.100.${(people += 1)}`;
  readonly #cookies: Map<string, string>;
  #csrfToken = '';

  constructor(cookies: ReadonlyMap<string, string> = new Map()) {
    this.#cookies = new Map(cookies);
  }

  /** Returns another browser with the same cookies, such as a thief's. */
  copy(): Person {
    return new Person(this.#cookies);
  }

  /** Calls the admin API at `url` like a page of the dashboard. */
  async call(url: string, method: string, path: string, body?: object): Promise<Reply> {
    const response = await responseFrom(`${url}/admin/v1${path}`, {
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

  /** Resolves with the `data` of a call; rejects unless it succeeds. */
  async data(url: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const { status, data } = await this.call(url, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
    return data;
  }

  /** Signs in with the token in the fragment of a one-time link; returns the status. */
  async open(url: string, link: unknown): Promise<number> {
    return (await this.call(url, 'POST', '/sessions', { token: new URL(String(link)).hash.slice(1) })).status;
  }

  /** Resolves with the status of an analytics request about a workspace. */
  async read(url: string, workspaceId: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const response = await responseFrom(`${url}/api/v1/analytics/realtime`, {
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

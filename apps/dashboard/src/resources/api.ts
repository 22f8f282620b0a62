/** The client of the admin API of the server that served this page, and the access to figures. */
import { ApiError } from '@footfall/client';
import { exchange } from '@footfall/client/exchange';

export { ApiError };

/** The session cookie identifies the caller. */
class AdminClient {
  /** Required for every request that changes something; `GET /admin/v1/me` returns it. */
  csrfToken: string | undefined;
  /** Called with the token of a refused change: it is sent again if this resolves with true. */
  renew: ((refused: string | undefined) => Promise<boolean>) | undefined;

  /** Returns the `data` of the response. Rejects like `FootfallClient.query`. */
  get<Data>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Data> {
    return this.#request<Data>('GET', path, headers);
  }

  /** Like `get`, for a request that changes something. */
  async send<Data>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Data> {
    const { csrfToken } = this;
    try {
      return await this.#request<Data>(
        method,
        path,
        csrfToken === undefined ? {} : { 'X-CSRF-Token': csrfToken },
        body,
      );
    } catch (fault) {
      if (!(fault instanceof ApiError && fault.status === 403 && (await this.renew?.(csrfToken)))) throw fault;
    }
    return this.send(method, path, body);
  }

  async #request<Data>(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Data> {
    return (await exchange<{ data: Data }>(`/admin/v1${path}`, { method, headers, body })).body.data;
  }
}

export const admin = new AdminClient();

/** The workspace or share whose figures are shown, the time zone of their days, and the filters of every request for them. */
export type Access = ({ workspaceId: string } | { shareGrant: string }) & {
  timezone: string;
  filter?: readonly string[] | undefined;
};

export function accessKey(access: Access): string {
  return 'workspaceId' in access ? access.workspaceId : access.shareGrant;
}

/** The options of clients and of their requests. */

/** The credentials of a caller: a secret key, a person's session cookie, or the grant of a share's visitor. */
export type Credentials =
  | { key: string; workspaceId?: never; shareGrant?: never }
  | { workspaceId: string; key?: never; shareGrant?: never }
  | { shareGrant: string; key?: never; workspaceId?: never };

export type ClientOptions = Credentials & {
  /** The base URL of the API, such as `https://footfall.example.com`. */
  url: string;
  /** The deadline of a request and its response. */
  timeoutMs?: number | undefined;
};

export interface CallOptions {
  /** Cancels the request, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

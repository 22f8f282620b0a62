/** The options of a client and of its requests. */

export interface ClientOptions {
  /** The base URL of the API, such as `https://footfall.example.com`. */
  url: string;
  /** A secret key of the workspace. */
  key: string;
  /** The deadline of a request and its response. */
  timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Cancels the request, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** HTTP requests with JSON, over TCP or a Unix socket, each with a deadline. */
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { isNativeError } from 'node:util/types';

/** The path is appended to `url`, which has no slash at its end; the connection goes to `socketPath` if it is set. */
export interface Endpoint {
  url: string;
  socketPath?: string;
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  token?: string | undefined;
  /** JSON text. */
  body?: string | undefined;
}

export interface Reply {
  status: number;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds: number | undefined;
}

const callDeadlineMs = 30_000;

/** There was no response within the deadline; the request may still take effect. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor() {
    super(`did not respond within ${callDeadlineMs / 1000} s`);
  }
}

/** The errors of an address at which nothing listens. */
const absentCodes: readonly unknown[] = ['ECONNREFUSED', 'ENOENT'];

/** Returns why a call failed: the code of the error such as EACCES, else its message; undefined if nothing listens there. */
export function failureOf(error: unknown): string | undefined {
  // The error of `fetch` has that of the network as its cause.
  const cause = isNativeError(error) && isNativeError(error.cause) ? error.cause : error;
  if (!isNativeError(cause)) return String(cause);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return absentCodes.includes(code) ? undefined : (code ?? cause.message);
}

/** Returns the message that `name` has not responded, with the reason unless nothing listens there. */
export function noResponse(name: string, error: unknown): string {
  const failure = failureOf(error);
  return `no response from ${name}${failure === undefined ? '' : ` (${failure})`}: is Footfall running?`;
}

/** Rejects with a DeadlineError, or with the socket's error. */
export async function call(endpoint: Endpoint, what: Call): Promise<Reply> {
  const deadline = AbortSignal.timeout(callDeadlineMs);
  try {
    const response = await send(endpoint, what, { signal: deadline });
    return {
      status: response.statusCode ?? 0,
      body: parsed(await text(response)),
      retryAfterSeconds: seconds(response.headers['retry-after']),
    };
  } catch (error) {
    throw deadline.aborted ? new DeadlineError() : error;
  }
}

/** Resolves with the response once its headers are there. Rejects with the socket's error, or with a DeadlineError if the connection is silent for `timeout` ms. */
export function send(
  endpoint: Endpoint,
  { method, path, token, body }: Call,
  limits: Pick<RequestOptions, 'signal' | 'timeout'>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(endpoint.url + path);
    const options: RequestOptions = {
      ...limits,
      method,
      headers: {
        Accept: 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      ...(endpoint.socketPath === undefined ? {} : { socketPath: endpoint.socketPath }),
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    request.on('timeout', () => request.destroy(new DeadlineError()));
    request.on('error', reject);
    request.end(body);
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function seconds(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

/** One HTTP exchange of JSON, over TCP or a Unix socket, with a deadline. */
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** The path is appended to `url`; the connection goes to `socketPath` if it is set. */
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
/** Responses of both servers are far smaller; a larger one does not come from Footfall. */
const replyCharsMax = 64 * 1024 * 1024;

/** There was no complete response within the deadline; the request may still take effect. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor() {
    super(`did not respond within ${callDeadlineMs / 1000} s`);
  }
}

/** Rejects with a DeadlineError, or with the socket's error. */
export function call(endpoint: Endpoint, { method, path, token, body }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const url = new URL(endpoint.url.replace(/\/+$/, '') + path);
    const deadline = AbortSignal.timeout(callDeadlineMs);
    const fail = (error: Error) => reject(deadline.aborted ? new DeadlineError() : error);
    const options: RequestOptions = {
      method,
      signal: deadline,
      headers: {
        Accept: 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      ...(endpoint.socketPath === undefined ? {} : { socketPath: endpoint.socketPath }),
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > replyCharsMax) response.destroy(new Error('the response is too large'));
      });
      response.on('error', fail);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          body: parsed(text),
          retryAfterSeconds: seconds(response.headers['retry-after']),
        });
      });
    });
    request.on('error', fail);
    request.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function seconds(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

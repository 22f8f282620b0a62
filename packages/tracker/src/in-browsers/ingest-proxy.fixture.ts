/** A proxy in front of ingest that records requests, and can respond itself, hold a request or cut it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '@footfall/test-servers';
import type { TrackedEvent } from '../event.ts';

export interface IngestResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A request to the events route. */
export interface IngestRequest {
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  key: string | undefined;
  sentAt: number | undefined;
  events: TrackedEvent[];
  /** Undefined until there is a response, and after a cut. */
  status?: number;
  /** The events that ingest rejected, if it was reached. */
  rejected?: Rejected[];
}

export interface Rejected {
  index: number;
  code: string;
  message: string;
}

/** Decides what happens to a request; `deliver` passes it on to ingest. `cut` ends the connection without a response. */
export type Behaviour = (
  request: IngestRequest,
  deliver: () => Promise<IngestResponse>,
) => Promise<IngestResponse | 'cut'>;

export interface IngestProxy {
  port: number;
  /** The requests to the events route, oldest first. */
  requests: IngestRequest[];
  /** The client address that ingest receives. */
  clientAddress: string;
  /** If undefined, everything is passed on. */
  behaviour: Behaviour | undefined;
  /** Restores the initial state. */
  reset(): void;
  close(): Promise<void>;
}

const firstAddress = '203.0.113.7';
const eventsPath = '/api/v1/events';
const ownToAConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'accept-encoding',
  'content-encoding',
]);

/** Listens on a free port and passes requests on to `ingestUrl`, with the client's address in `X-Forwarded-For`. */
export async function openIngestProxy(ingestUrl: string): Promise<IngestProxy> {
  const server = createServer((request, response) => void serve(request, response));
  const proxy: IngestProxy = {
    port: await listenLocally(server),
    requests: [],
    clientAddress: firstAddress,
    behaviour: undefined,
    reset() {
      proxy.requests = [];
      proxy.clientAddress = firstAddress;
      proxy.behaviour = undefined;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await read(request);
      const forwardedFor = proxy.clientAddress;
      const { method, url = '' } = request;
      const noted = method === 'POST' && url.startsWith(eventsPath) ? note(request, body) : undefined;
      const deliver = async () => {
        const delivered = await passOn(ingestUrl, request, body, forwardedFor);
        if (noted && delivered.status === 202) Object.assign(noted, rejectedOf(delivered));
        return delivered;
      };
      if (noted) proxy.requests.push(noted);
      const reply = noted && proxy.behaviour ? await proxy.behaviour(noted, deliver) : await deliver();
      if (reply === 'cut') {
        request.socket.resetAndDestroy();
        return;
      }
      if (noted) noted.status = reply.status;
      // Without it, a page can read neither a response nor its status.
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
      response.writeHead(reply.status, reply.headers).end(reply.body);
    } catch {
      request.socket.resetAndDestroy();
    }
  }
  return proxy;
}

function note({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): IngestRequest {
  const body = bytes.toString();
  const noted: IngestRequest = { method, path: url, headers, body, key: undefined, sentAt: undefined, events: [] };
  try {
    const { key, sentAt, events = [] }: Partial<IngestRequest> = JSON.parse(body);
    return { ...noted, key, sentAt, events };
  } catch {
    return noted;
  }
}

function rejectedOf({ body = '' }: IngestResponse): Pick<IngestRequest, 'rejected'> {
  const { rejected = [] }: { rejected?: Rejected[] } = JSON.parse(body.toString());
  return { rejected };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  return Buffer.concat(chunks);
}

async function passOn(
  ingestUrl: string,
  request: IncomingMessage,
  body: Buffer,
  forwardedFor: string,
): Promise<IngestResponse> {
  const { method = 'GET', url = '' } = request;
  const headers = new Headers({ 'x-forwarded-for': forwardedFor, 'accept-encoding': 'identity' });
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !ownToAConnection.has(name)) headers.set(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(ingestUrl + url, {
    method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !ownToAConnection.has(name))),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** A plain HTTP client for tests: the path is sent as written, and nothing in the response is decoded. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body as JSON. */
  json(): unknown;
}

export interface Sent {
  method?: string;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends one request to `target`: `http://host:port`, or the path of a Unix socket. */
export function send(target: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> {
  const where = target.startsWith('http')
    ? { hostname: new URL(target).hostname, port: new URL(target).port, agent }
    : { socketPath: target };
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...where, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: received,
          json: (): unknown => JSON.parse(received.toString('utf8')),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Ends the connections that `send` keeps open. */
export function closeConnections(): void {
  agent.destroy();
}

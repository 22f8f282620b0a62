/** Talks to a server byte by byte, for tests that a regular client cannot run. */
import { createConnection, type Socket } from 'node:net';

/** Resolves with a connection to the server at `url`, or at the Unix socket of that path, once it is established. */
export function connect(url: string): Promise<Socket> {
  const target = url.startsWith('http')
    ? { host: new URL(url).hostname, port: Number(new URL(url).port) }
    : { path: url };
  return new Promise((resolve, reject) => {
    const socket = createConnection(target, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Resolves with everything the server sends until the connection is closed or cut. */
export function heard(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });
}

/** Sends `text` and resolves with everything the server sends. */
export async function exchange(url: string, text: string): Promise<string> {
  const socket = await connect(url);
  const response = heard(socket);
  socket.write(text);
  return response;
}

/** Returns the body of a response, which is JSON. */
export function envelopeOf(response: string): unknown {
  const body = Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1');
  return JSON.parse(body.toString());
}

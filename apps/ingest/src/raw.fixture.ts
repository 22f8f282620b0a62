/** Requests written byte by byte, and conditions read from `/metrics`, for tests. */
import { createConnection, type Socket } from 'node:net';
import { chrome, type Served } from './serve.fixture.ts';

/** Opens a connection to `served`; `heard` resolves with everything received once it is closed. */
export function rawConnection(served: Served): { socket: Socket; heard: Promise<string> } {
  const { hostname, port } = new URL(served.url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const heard = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  return { socket, heard };
}

/** Returns the head of a POST whose body has `length` bytes. */
export function requestHead(length: number, key?: string): string {
  const keyLine = key === undefined ? '' : `X-API-Key: ${key}\r\n`;
  return (
    `POST /api/v1/events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nUser-Agent: ${chrome}\r\n` +
    `${keyLine}Content-Length: ${length}\r\n\r\n`
  );
}

/** Returns the value of a metric; undefined if it does not exist. */
export async function number(served: Served, name: string): Promise<number | undefined> {
  const line = (await served.registry.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

/** Resolves once the metric has `value`, or satisfies a condition. */
export async function becomes(
  served: Served,
  name: string,
  value: number | ((value: number | undefined) => boolean),
): Promise<void> {
  const isReached = typeof value === 'number' ? (found: number | undefined) => found === value : value;
  while (!isReached(await number(served, name))) await new Promise((resolve) => setImmediate(resolve));
}

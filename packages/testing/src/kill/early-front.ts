/** A server that acknowledges events before they are durable: it responds at once, and forwards each request when the next one arrives. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '@footfall/test-servers';

interface Held {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Resolves with the URL of the server in front of `ingestUrl`. */
export async function startEarlyFront(ingestUrl: string): Promise<string> {
  let held: Held | undefined;
  const acknowledge = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    // The server may be down.
    if (held) forward(ingestUrl, held).catch(() => undefined);
    held = { headers: request.headers, body };
    const { events } = JSON.parse(body) as { events: unknown[] };
    response.writeHead(202).end(JSON.stringify({ success: true, accepted: events.length, rejected: [] }));
  };
  const server = createServer((request, response) => void acknowledge(request, response));
  // It is never closed, and ends with the process.
  return `http://127.0.0.1:${await listenLocally(server.unref())}`;
}

async function forward(ingestUrl: string, { headers, body }: Held): Promise<void> {
  const response = await fetch(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
    body,
  });
  await response.body?.cancel();
}

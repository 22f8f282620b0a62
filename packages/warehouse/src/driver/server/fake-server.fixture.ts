/** A server that responds like ClickHouse while the driver connects, and to all other statements as a test decides. */
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '@footfall/test-servers';
import type { ServerAddress } from './connection.ts';

interface FakeServer {
  address: ServerAddress;
  close(): void;
}

/** Starts a server that calls `respond` with each statement, its response and its query ID. */
export async function startFakeServer(
  respond: (statement: string, response: ServerResponse, queryId: string) => unknown,
): Promise<FakeServer> {
  const server = createServer((incoming, response) => {
    const queryId = new URL(incoming.url ?? '', 'http://server').searchParams.get('query_id') ?? '';
    void text(incoming).then((statement) => {
      if (statement.includes('version()')) return response.end('["26.8.1.1"]\n');
      if (statement.includes('system.databases')) return response.end('["1"]\n');
      return respond(statement, response, queryId);
    });
  });
  const port = await listenLocally(server);
  return {
    address: { url: `http://127.0.0.1:${port}`, username: 'default', password: '', database: 'any' },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

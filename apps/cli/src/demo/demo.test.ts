/** A demo that fails names the reason, and the workspace that it could not delete. */
import { createServer, type Server } from 'node:http';
import { listenLocally } from '@footfall/test-servers';
import type { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { makeDemo } from './demo.ts';
import { issuedKey, workspaceId, workspaceNamed } from '../admin/responses.fixture.ts';

const workspace = workspaceNamed('Demo');
const issued = issuedKey('secret', 'sk_live_x');

let ingest: Server;
let ingestUrl: string;
/** The response to events. */
let planned: { status: number; retryAfter?: string };
let onEvents: () => void;
beforeEach(async () => {
  onEvents = () => undefined;
  ingest = createServer((request, response) => {
    const { status, retryAfter = '' } = request.method === 'POST' ? planned : { status: 200 };
    request.resume();
    response.writeHead(status, { 'Retry-After': retryAfter });
    response.end(JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message: 'no such key' } }));
    if (request.method === 'POST') onEvents();
  });
  ingestUrl = `http://127.0.0.1:${await listenLocally(ingest)}`;
});
afterEach(() => {
  ingest.closeAllConnections();
  ingest.close();
});

/** Starts a demo whose workspace is created; `deleting` is called when it is deleted. */
function run(signal: AbortSignal, deleting: () => void) {
  const admin: AdminClient = {
    async call<Data>(method: string, path: string, data: z.ZodType<Data>) {
      if (method === 'DELETE') deleting();
      return data.parse(path.endsWith('/keys') ? issued : workspace);
    },
  };
  return makeDemo({ ingestUrl, key: undefined, admin: () => admin, events: 10, seed: 1, isQuiet: true, signal });
}

it('A20 names the reason, and the workspace if it could not be deleted', async () => {
  planned = { status: 403 };
  const demo = run(new AbortController().signal, () => {
    throw new CommandError('no response');
  });
  await expect(demo).rejects.toEqual(
    new CommandError(
      `the ingest server refused the events: no such key (FORBIDDEN); the workspace ${workspaceId} could not be deleted`,
    ),
  );
});

it('A20 stops at once while it waits for the ingest server, and deletes its workspace', async () => {
  planned = { status: 503, retryAfter: '300' };
  const stopped = new AbortController();
  onEvents = () => stopped.abort();
  const deleting = jest.fn();
  await expect(run(stopped.signal, deleting)).rejects.toEqual(
    new CommandError('the demo was stopped before all events were sent'),
  );
  expect(deleting).toHaveBeenCalledTimes(1);
});

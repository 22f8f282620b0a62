import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenLocally } from '@footfall/test-servers';
import { z } from 'zod';
import { cliSettings } from '../config.ts';
import { adminClient } from './admin-client.ts';

let server: Server;
let url: string;
beforeEach(async () => {
  // Accepts requests and responds to none.
  server = createServer();
  url = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterEach(async () => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = () => adminClient(url, cliSettings.parse({ ADMIN_TOKEN: 'a-token-of-16-or-more' }));
const listed = () => client().call('GET', '/people', z.unknown());

describe('a call of the admin API', () => {
  it('fails if the server does not respond within the deadline', async () => {
    const deadline = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    server.once('request', () => deadline.abort(new DOMException('Too late', 'TimeoutError')));
    await expect(listed()).rejects.toThrow(`${url} did not respond within 30 s`);
  });

  it('fails if the server stops in the middle of its response', async () => {
    const deadline = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    server.once('request', (_, response) => {
      response.write('{"success":', () => deadline.abort(new DOMException('Too late', 'TimeoutError')));
    });
    await expect(listed()).rejects.toThrow(`${url} did not respond within 30 s`);
  });

  it('fails with the code of any other error of the network', async () => {
    server.once('request', (request) => request.socket.destroy());
    await expect(listed()).rejects.toThrow(`no response from ${url} (ECONNRESET): is Footfall running?`);
  });

  it('suggests that Footfall is not running if nothing listens at the URL', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(listed()).rejects.toThrow(`no response from ${url}: is Footfall running?`);
  });

  describe('of another version', () => {
    const link = z.object({ link: z.string() });
    beforeEach(() => void server.on('request', (_, response) => response.end('{"success":true,"data":{}}')));

    it('says that it must be restarted', async () => {
      await expect(client().call('GET', '/people', link)).rejects.toThrow(
        `Footfall at ${url} is another version than this command: restart it or update this command, then try again`,
      );
    });

    it('says that the change was made', async () => {
      await expect(client().call('POST', '/people', link)).rejects.toThrow(
        `Footfall at ${url} is another version than this command: it has made the change, but its response cannot be read. Restart it or update this command before you check the change`,
      );
    });
  });

  it('says what the URL must be if there is no admin API, except over the socket, which always has it', async () => {
    const refuse: RequestListener = (_, response) =>
      response.writeHead(404).end('{"success":false,"error":{"code":"NOT_FOUND","message":"Not found"}}');
    server.on('request', refuse);
    await expect(listed()).rejects.toThrow(
      `there is no admin API at ${url}: it must be the URL of an API that was started with ADMIN_TOKEN`,
    );
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'footfall-admin-'));
    const local = createServer(refuse);
    await new Promise<void>((resolve) => local.listen(join(DATA_DIR, 'admin.sock'), resolve));
    const overSocket = adminClient(undefined, cliSettings.parse({ DATA_DIR, ADMIN_TOKEN: 'a-token-of-16-or-more' }));
    await expect(overSocket.call('GET', '/people', z.unknown())).rejects.toThrow('Not found (NOT_FOUND)');
    local.close();
    rmSync(DATA_DIR, { recursive: true });
  });

  it('names the option for each field that the server names', async () => {
    const message =
      'email must be an address, got "; x"; workspaceId must be an ID, got ""; domain must be a host, or null';
    const error = { code: 'BAD_REQUEST', message };
    server.on('request', (_, response) => response.writeHead(400).end(JSON.stringify({ success: false, error })));
    await expect(listed()).rejects.toThrow(
      'email must be an address, got "; x"; --workspace must be an ID, got ""; --domain must be a host, or none (BAD_REQUEST)',
    );
  });

  it('fails if the response is not from Footfall', async () => {
    server.on('request', (_, response) => response.end('<html>It works!</html>'));
    await expect(listed()).rejects.toThrow(`the response of ${url} is not from Footfall`);
  });
});

/** Commands next to a socket that is there but does not respond like a running Footfall, or like one of another version. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '@footfall/process';
import { freePort } from '@footfall/test-servers';
import { issuedKey, workspaceNamed } from '../admin/responses.fixture.ts';
import { footfall } from '../program.fixture.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const link = { link: 'http://localhost/sign-in#token', expiresAt: '2026-03-01T10:00:00.000Z' };
const workspace = workspaceNamed('Shop');
const issued = issuedKey('public', 'pk_live_x');

let directory: string;
/** The requests over the socket. */
let requests: string[];
let api: string;
/** The running Footfall as it reports itself; undefined if it does not. */
let reported: object | undefined;
const servers: Server[] = [];

/** Responds like the admin API and the ingest server, except for the URLs of the running Footfall. */
function respond(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '' } = request;
  if (request.socket.remoteAddress === undefined) requests.push(`${method} ${url}`);
  request.resume();
  if (url.startsWith('/local/'))
    return void response.writeHead(reported ? 200 : 503).end(JSON.stringify({ data: reported }));
  if (url === '/api/v1/events') {
    return void response.writeHead(202).end(JSON.stringify({ success: true, accepted: 1, rejected: [] }));
  }
  const data = url.endsWith('/keys') ? issued : url.endsWith('/workspaces') ? workspace : link;
  response.writeHead(201).end(JSON.stringify({ success: true, data }));
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-socket-'));
  for (const place of [{ path: join(directory, 'admin.sock') }, { port: 0, host: '127.0.0.1' }]) {
    const server = createServer(respond).listen(place);
    servers.push(server);
    await once(server, 'listening');
  }
  api = `http://127.0.0.1:${Object(servers[1]?.address()).port}`;
});
beforeEach(() => {
  requests = [];
  reported = undefined;
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(directory, { recursive: true });
});

const run = (args: string, settings: Record<string, string> = {}) =>
  footfall(args, { DATA_DIR: directory, ADMIN_TOKEN: 'a-token-for-tests', ...settings });

it.each(['sign-in', 'people invite jo@example.com --role owner', 'workspaces create Shop --with-keys'])(
  'nothing that is shown only once is created before the URLs are known: %s',
  async (args) => {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Error: ${directory}/admin.sock exists, but no running Footfall responds there as expected (status 503)\n`,
    );
    expect(requests).toEqual(['GET /local/v1/server']);
  },
);

it.each([
  ['query overview', { FOOTFALL_KEY: `sk_live_${'0'.repeat(32)}` }],
  ['workspaces list', { ADMIN_TOKEN: 'a-token-for-tests' }],
])('a command with another way does not need a DATA_DIR that this user cannot enter: %s', async (args, given) => {
  const port = await freePort();
  const refused = join(directory, 'refused');
  symlinkSync(refused, refused);
  const { status, stderr } = await run(args, { DATA_DIR: refused, API_PORT: String(port), ...given });
  rmSync(refused);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(`http://127.0.0.1:${port}`) });
});

it.each(['sign-in', 'verify', 'reconcile', 'repair'])(
  'a DATA_DIR that this user cannot enter is not taken for an empty one: %s',
  async (args) => {
    // A link to itself refuses every user, even root.
    const refused = join(directory, 'refused');
    symlinkSync(refused, refused);
    const { status, stderr } = await run(args, { DATA_DIR: refused, ADMIN_TOKEN: '' });
    rmSync(refused);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^Error: \S+ cannot be accessed \(too many symbolic links encountered\): run the command as the user that runs Footfall\n$/,
      ),
    });
  },
);

it('a job is not run by a Footfall of another version', async () => {
  reported = { version: '0.0.1', apiUrl: api, ingestUrl: api };
  expect(await run('reconcile')).toMatchObject({
    status: 1,
    stderr: `Error: the running Footfall must have the version of this command line (${version}), got 0.0.1: restart it\n`,
  });
  expect(requests).toEqual(['GET /local/v1/server']);
});

it('the socket is not used by commands that know the URL they call', async () => {
  expect((await run(`sign-in --api ${api}`)).stdout).toContain(`${api}/sign-in#token\n`);
  expect((await run('sign-in', { FOOTFALL_API: api })).stdout).toContain(`${api}/sign-in#token\n`);
  expect((await run(`workspaces create Shop --with-keys --api ${api} --ingest https://in.example`)).stdout).toContain(
    'public key  pk_live_x ',
  );
  const log = join(directory, 'access.log');
  writeFileSync(log, `148.185.218.7 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 512 "-" "${firefox}"\n`);
  const imported = await run(`import access-log ${log} --host a.example --key sk_live_x --ingest ${api} --json`);
  expect(JSON.parse(imported.stdout)).toMatchObject({ accepted: 1 });
  expect(requests).toEqual([]);
});
